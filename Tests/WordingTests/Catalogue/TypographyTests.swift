import Testing

@testable import Wording

/// Checks for mistakes that a reader of the language would notice.
@Suite("Typography of the catalogues")
struct TypographyTests {
    @Test("Chinese texts have full-width punctuation beside Chinese characters", arguments: Language.chinese)
    func isFullWidth(language: Language) throws {
        let halfWidth: Set<Unicode.Scalar> = [",", ".", ";", ":", "!", "?", "(", ")", "\"", "'"]
        for (name, text) in try CatalogueTests.texts(language) {
            let scalars = Array(text.unicodeScalars)
            for (left, right) in zip(scalars, scalars.dropFirst()) {
                let slips =
                    (HanSpacing.isHan(left) && halfWidth.contains(right))
                    || (halfWidth.contains(left) && HanSpacing.isHan(right))
                #expect(!slips, "\(name): \(text)")
            }
        }
    }

    @Test("Between Chinese characters and Latin letters stands one space", arguments: Language.chinese)
    func isSpaced(language: Language) throws {
        for (name, text) in try CatalogueTests.texts(language) {
            // Placeholder names have Latin letters that are not shown to readers.
            let shown = Array(text.replacing(/\{[a-z]+\}/, with: "").unicodeScalars)
            let touches = zip(shown, shown.dropFirst()).contains { HanSpacing.parts($0, from: $1) }
            #expect(!touches, "\(name): \(text)")
            let afterFullStop = zip(shown, shown.dropFirst()).contains {
                "。，：；？！".unicodeScalars.contains($0) && $1 == " "
            }
            #expect(!afterFullStop, "\(name): \(text)")
        }
    }

    @Test("English texts have no full-width or Chinese characters")
    func englishIsHalfWidth() throws {
        for (name, text) in try CatalogueTests.texts(.english) {
            #expect(text.unicodeScalars.allSatisfy { $0.value < 0x3000 }, "\(name): \(text)")
        }
    }

    @Test("No text has two spaces in a row, or one at an end", arguments: Language.allCases)
    func isTrimmed(language: Language) throws {
        for (name, text) in try CatalogueTests.texts(language) {
            #expect(!text.contains("  ") && text.first != " " && text.last != " ", "\(name): \(text)")
            #expect(!text.hasLineBreak, "\(name): \(text)")
        }
    }

    @Test("Sentences end with a full stop of their language", arguments: Language.allCases)
    func endsSentences(language: Language) throws {
        let ends: Set<Character> = language.isChinese ? ["。", "？"] : [".", "?"]
        for (name, text) in try CatalogueTests.texts(language) where name.hasSuffix(".body") {
            #expect(text.last.map(ends.contains) == true, "\(name): \(text)")
        }
    }

    @Test("Each script keeps to its own characters", arguments: Language.chinese)
    func keepsToItsScript(language: Language) throws {
        let foreign = Set(language == .traditionalChinese ? Self.simplifiedOnly : Self.traditionalOnly)
        for (name, text) in try CatalogueTests.texts(language) {
            let slips = text.filter(foreign.contains)
            #expect(slips.isEmpty, "\(name): \(slips)")
        }
    }

    @Test("Taiwan's texts have Taiwan's words, and the mainland's its own")
    func keepsToItsWords() throws {
        let mainland = ["短信", "邮件", "郵件", "信息", "網絡", "視頻", "設置", "屏幕", "点击", "點擊", "手機號", "服務器"]
        let taiwan = ["简讯", "信件", "讯息", "网路", "萤幕", "伺服器", "装置", "公尺"]
        for (name, text) in try CatalogueTests.texts(.traditionalChinese) {
            // Only a letter of paper is called otherwise in Taiwan.
            let text = text.replacing("電子郵件", with: "")
            #expect(!mainland.contains(where: text.contains), "\(name): \(text)")
        }
        for (name, text) in try CatalogueTests.texts(.simplifiedChinese) {
            #expect(!taiwan.contains(where: text.contains), "\(name): \(text)")
        }
    }

    /// Characters that simplified Chinese does not use.
    private static let traditionalOnly =
        "並來們偵傳儘內則動務協員問啟單嗎嘗圍圖報寫將幫幾後復應採換撥擇擔數於時暫會樣機沒減測為無現當療發確範紀約結絡給統經網緊線練繼續聯與處裝製複親訊託設訴詢試話詳認誤請謝識護讀變讓這連進過達"
        + "選還醫鈕錄錯鐘閉開間關陣隨險離電靜響頁題願顯鬧麼點個億優兒動勞區點國學對導層廣張從態戰據斷書條極樂權歡氣決況淨滿漢灣營獲產畫盡眾種積稱級絕維總織義習聖聽職聲腦興舊萬號蟲補裡計訂訓許論護豐負財貨質購"
        + "贊車軍輕轉農遊運適遲遠鄉鄰針鋼門際陸陽雖雜難雲預頭類風飛養館馬驗體魚鳥麗黃黨齊齡龍"

    /// Characters that traditional Chinese does not use.
    private static let simplifiedOnly =
        "与为么亲们会关内写减几击则务动医协发吗员响围图处备复将尝尽帮并应开当录怀愿护报拨择换数无时显暂机条来样检没测点现电疗确离紧约线练经结给络绝统继续网联范认让记设识诉试话询详误请读谢达过还这进连选邮钟钮链"
        + "错长闭问间闹阵随险静页题个亿优儿劳区国学对导层广张从态战据断书极乐权欢气决况净满汉湾营获产画众种积称级维总织义习圣听职声脑兴旧万号虫补计订训许论丰负财货质购赞车军轻转农游运适迟远乡邻针钢门际陆阳虽杂难云预"
        + "头类风飞养馆马验体鱼鸟丽黄党齐龄龙"
}

extension Language {
    static let chinese: [Language] = [.traditionalChinese, .simplifiedChinese]
}

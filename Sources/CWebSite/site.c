// Made by Sources/WebApp/tools/embed (`make site`) from the list of the files in Sources/WebApp/site.

#include "CWebSite.h"

// C23's #embed, which Clang offers in every mode.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_0[] = {
#embed "../WebApp/site/css/layout.css"
};
static const unsigned char file_1[] = {
#embed "../WebApp/site/css/life.css"
};
static const unsigned char file_2[] = {
#embed "../WebApp/site/css/parts.css"
};
static const unsigned char file_3[] = {
#embed "../WebApp/site/css/screens.css"
};
static const unsigned char file_4[] = {
#embed "../WebApp/site/css/tokens.css"
};
static const unsigned char file_5[] = {
#embed "../WebApp/site/frame/announce.js"
};
static const unsigned char file_6[] = {
#embed "../WebApp/site/frame/dom.js"
};
static const unsigned char file_7[] = {
#embed "../WebApp/site/frame/language.js"
};
static const unsigned char file_8[] = {
#embed "../WebApp/site/frame/live.js"
};
static const unsigned char file_9[] = {
#embed "../WebApp/site/frame/navigation.js"
};
static const unsigned char file_10[] = {
#embed "../WebApp/site/frame/plainReason.js"
};
static const unsigned char file_11[] = {
#embed "../WebApp/site/frame/router.js"
};
static const unsigned char file_12[] = {
#embed "../WebApp/site/frame/sound.js"
};
static const unsigned char file_13[] = {
#embed "../WebApp/site/frame/theme.js"
};
static const unsigned char file_14[] = {
#embed "../WebApp/site/frame/time.js"
};
static const unsigned char file_15[] = {
#embed "../WebApp/site/frame/wakeLock.js"
};
static const unsigned char file_16[] = {
#embed "../WebApp/site/icons/home-add.svg"
};
static const unsigned char file_17[] = {
#embed "../WebApp/site/icons/home-open.svg"
};
static const unsigned char file_18[] = {
#embed "../WebApp/site/icons/home-share.svg"
};
static const unsigned char file_19[] = {
#embed "../WebApp/site/icons/reveille-192.png"
};
static const unsigned char file_20[] = {
#embed "../WebApp/site/icons/reveille-512.png"
};
static const unsigned char file_21[] = {
#embed "../WebApp/site/icons/reveille-badge-96.png"
};
static const unsigned char file_22[] = {
#embed "../WebApp/site/icons/reveille-badge.svg"
};
static const unsigned char file_23[] = {
#embed "../WebApp/site/icons/reveille-maskable-512.png"
};
static const unsigned char file_24[] = {
#embed "../WebApp/site/icons/reveille-maskable.svg"
};
static const unsigned char file_25[] = {
#embed "../WebApp/site/icons/reveille.svg"
};
static const unsigned char file_26[] = {
#embed "../WebApp/site/index.html"
};
static const unsigned char file_27[] = {
#embed "../WebApp/site/main.js"
};
static const unsigned char file_28[] = {
#embed "../WebApp/site/manifest.webmanifest"
};
static const unsigned char file_29[] = {
#embed "../WebApp/site/pa1/agreement.js"
};
static const unsigned char file_30[] = {
#embed "../WebApp/site/pa1/alarm.js"
};
static const unsigned char file_31[] = {
#embed "../WebApp/site/pa1/base64url.js"
};
static const unsigned char file_32[] = {
#embed "../WebApp/site/pa1/boxes.js"
};
static const unsigned char file_33[] = {
#embed "../WebApp/site/pa1/bytes.js"
};
static const unsigned char file_34[] = {
#embed "../WebApp/site/pa1/circle.js"
};
static const unsigned char file_35[] = {
#embed "../WebApp/site/pa1/claimer.js"
};
static const unsigned char file_36[] = {
#embed "../WebApp/site/pa1/code.js"
};
static const unsigned char file_37[] = {
#embed "../WebApp/site/pa1/crockford.js"
};
static const unsigned char file_38[] = {
#embed "../WebApp/site/pa1/derivation.js"
};
static const unsigned char file_39[] = {
#embed "../WebApp/site/pa1/device.js"
};
static const unsigned char file_40[] = {
#embed "../WebApp/site/pa1/entry.js"
};
static const unsigned char file_41[] = {
#embed "../WebApp/site/pa1/envelope.js"
};
static const unsigned char file_42[] = {
#embed "../WebApp/site/pa1/fault.js"
};
static const unsigned char file_43[] = {
#embed "../WebApp/site/pa1/ids.js"
};
static const unsigned char file_44[] = {
#embed "../WebApp/site/pa1/instant.js"
};
static const unsigned char file_45[] = {
#embed "../WebApp/site/pa1/inviter.js"
};
static const unsigned char file_46[] = {
#embed "../WebApp/site/pa1/join.js"
};
static const unsigned char file_47[] = {
#embed "../WebApp/site/pa1/jwe.js"
};
static const unsigned char file_48[] = {
#embed "../WebApp/site/pa1/message.js"
};
static const unsigned char file_49[] = {
#embed "../WebApp/site/pa1/names.js"
};
static const unsigned char file_50[] = {
#embed "../WebApp/site/pa1/opening.js"
};
static const unsigned char file_51[] = {
#embed "../WebApp/site/pa1/origin.js"
};
static const unsigned char file_52[] = {
#embed "../WebApp/site/pa1/padding.js"
};
static const unsigned char file_53[] = {
#embed "../WebApp/site/pa1/pair.js"
};
static const unsigned char file_54[] = {
#embed "../WebApp/site/pa1/pairKeys.js"
};
static const unsigned char file_55[] = {
#embed "../WebApp/site/pa1/parcel.js"
};
static const unsigned char file_56[] = {
#embed "../WebApp/site/pa1/place.js"
};
static const unsigned char file_57[] = {
#embed "../WebApp/site/pa1/push.js"
};
static const unsigned char file_58[] = {
#embed "../WebApp/site/pa1/reading.js"
};
static const unsigned char file_59[] = {
#embed "../WebApp/site/pa1/rule.js"
};
static const unsigned char file_60[] = {
#embed "../WebApp/site/pa1/strictJSON.js"
};
static const unsigned char file_61[] = {
#embed "../WebApp/site/pa1/vault.js"
};
static const unsigned char file_62[] = {
#embed "../WebApp/site/pa1/words.js"
};
static const unsigned char file_63[] = {
#embed "../WebApp/site/pa1/x25519.js"
};
static const unsigned char file_64[] = {
#embed "../WebApp/site/parts/alarmCard.js"
};
static const unsigned char file_65[] = {
#embed "../WebApp/site/parts/badge.js"
};
static const unsigned char file_66[] = {
#embed "../WebApp/site/parts/button.js"
};
static const unsigned char file_67[] = {
#embed "../WebApp/site/parts/card.js"
};
static const unsigned char file_68[] = {
#embed "../WebApp/site/parts/countdown.js"
};
static const unsigned char file_69[] = {
#embed "../WebApp/site/parts/dayPicker.js"
};
static const unsigned char file_70[] = {
#embed "../WebApp/site/parts/deliveryView.js"
};
static const unsigned char file_71[] = {
#embed "../WebApp/site/parts/dialog.js"
};
static const unsigned char file_72[] = {
#embed "../WebApp/site/parts/field.js"
};
static const unsigned char file_73[] = {
#embed "../WebApp/site/parts/icon.js"
};
static const unsigned char file_74[] = {
#embed "../WebApp/site/parts/invitation.js"
};
static const unsigned char file_75[] = {
#embed "../WebApp/site/parts/invitationNews.js"
};
static const unsigned char file_76[] = {
#embed "../WebApp/site/parts/inviteView.js"
};
static const unsigned char file_77[] = {
#embed "../WebApp/site/parts/lateAnswer.js"
};
static const unsigned char file_78[] = {
#embed "../WebApp/site/parts/newsText.js"
};
static const unsigned char file_79[] = {
#embed "../WebApp/site/parts/qr/correction.js"
};
static const unsigned char file_80[] = {
#embed "../WebApp/site/parts/qr/encode.js"
};
static const unsigned char file_81[] = {
#embed "../WebApp/site/parts/qr/mask.js"
};
static const unsigned char file_82[] = {
#embed "../WebApp/site/parts/qr/matrix.js"
};
static const unsigned char file_83[] = {
#embed "../WebApp/site/parts/qrCode.js"
};
static const unsigned char file_84[] = {
#embed "../WebApp/site/parts/reopening.js"
};
static const unsigned char file_85[] = {
#embed "../WebApp/site/parts/ringView.js"
};
static const unsigned char file_86[] = {
#embed "../WebApp/site/parts/screen.js"
};
static const unsigned char file_87[] = {
#embed "../WebApp/site/parts/setup.js"
};
static const unsigned char file_88[] = {
#embed "../WebApp/site/parts/timeWheel.js"
};
static const unsigned char file_89[] = {
#embed "../WebApp/site/parts/zones.js"
};
static const unsigned char file_90[] = {
#embed "../WebApp/site/relay/backoff.js"
};
static const unsigned char file_91[] = {
#embed "../WebApp/site/relay/client.js"
};
static const unsigned char file_92[] = {
#embed "../WebApp/site/relay/clock.js"
};
static const unsigned char file_93[] = {
#embed "../WebApp/site/relay/events.js"
};
static const unsigned char file_94[] = {
#embed "../WebApp/site/relay/journal.js"
};
static const unsigned char file_95[] = {
#embed "../WebApp/site/relay/problem.js"
};
static const unsigned char file_96[] = {
#embed "../WebApp/site/screens/alarm.js"
};
static const unsigned char file_97[] = {
#embed "../WebApp/site/screens/bedside.js"
};
static const unsigned char file_98[] = {
#embed "../WebApp/site/screens/calendar.js"
};
static const unsigned char file_99[] = {
#embed "../WebApp/site/screens/care.js"
};
static const unsigned char file_100[] = {
#embed "../WebApp/site/screens/care/alert.js"
};
static const unsigned char file_101[] = {
#embed "../WebApp/site/screens/care/audience.js"
};
static const unsigned char file_102[] = {
#embed "../WebApp/site/screens/care/chart.js"
};
static const unsigned char file_103[] = {
#embed "../WebApp/site/screens/care/dweller.js"
};
static const unsigned char file_104[] = {
#embed "../WebApp/site/screens/care/dwellers.js"
};
static const unsigned char file_105[] = {
#embed "../WebApp/site/screens/care/glanceText.js"
};
static const unsigned char file_106[] = {
#embed "../WebApp/site/screens/care/hearing.js"
};
static const unsigned char file_107[] = {
#embed "../WebApp/site/screens/care/help.js"
};
static const unsigned char file_108[] = {
#embed "../WebApp/site/screens/care/invitations.js"
};
static const unsigned char file_109[] = {
#embed "../WebApp/site/screens/care/invite.js"
};
static const unsigned char file_110[] = {
#embed "../WebApp/site/screens/care/last.js"
};
static const unsigned char file_111[] = {
#embed "../WebApp/site/screens/care/leaving.js"
};
static const unsigned char file_112[] = {
#embed "../WebApp/site/screens/care/map.js"
};
static const unsigned char file_113[] = {
#embed "../WebApp/site/screens/care/mine.js"
};
static const unsigned char file_114[] = {
#embed "../WebApp/site/screens/care/notTold.js"
};
static const unsigned char file_115[] = {
#embed "../WebApp/site/screens/care/people.js"
};
static const unsigned char file_116[] = {
#embed "../WebApp/site/screens/care/phone.js"
};
static const unsigned char file_117[] = {
#embed "../WebApp/site/screens/care/saving.js"
};
static const unsigned char file_118[] = {
#embed "../WebApp/site/screens/care/settings.js"
};
static const unsigned char file_119[] = {
#embed "../WebApp/site/screens/careHistory.js"
};
static const unsigned char file_120[] = {
#embed "../WebApp/site/screens/checkIn.js"
};
static const unsigned char file_121[] = {
#embed "../WebApp/site/screens/checkIn/addresses.js"
};
static const unsigned char file_122[] = {
#embed "../WebApp/site/screens/checkIn/asking.js"
};
static const unsigned char file_123[] = {
#embed "../WebApp/site/screens/checkIn/emergencyCard.js"
};
static const unsigned char file_124[] = {
#embed "../WebApp/site/screens/checkIn/history.js"
};
static const unsigned char file_125[] = {
#embed "../WebApp/site/screens/checkIn/later.js"
};
static const unsigned char file_126[] = {
#embed "../WebApp/site/screens/checkIn/links.js"
};
static const unsigned char file_127[] = {
#embed "../WebApp/site/screens/checkIn/missed.js"
};
static const unsigned char file_128[] = {
#embed "../WebApp/site/screens/checkIn/place.js"
};
static const unsigned char file_129[] = {
#embed "../WebApp/site/screens/checkIn/plan.js"
};
static const unsigned char file_130[] = {
#embed "../WebApp/site/screens/checkIn/planFirst.js"
};
static const unsigned char file_131[] = {
#embed "../WebApp/site/screens/checkIn/standing.js"
};
static const unsigned char file_132[] = {
#embed "../WebApp/site/screens/checkIn/telling.js"
};
static const unsigned char file_133[] = {
#embed "../WebApp/site/screens/checkIn/trying.js"
};
static const unsigned char file_134[] = {
#embed "../WebApp/site/screens/circles/consent.js"
};
static const unsigned char file_135[] = {
#embed "../WebApp/site/screens/circles/create.js"
};
static const unsigned char file_136[] = {
#embed "../WebApp/site/screens/circles/departing.js"
};
static const unsigned char file_137[] = {
#embed "../WebApp/site/screens/circles/people.js"
};
static const unsigned char file_138[] = {
#embed "../WebApp/site/screens/circles/rename.js"
};
static const unsigned char file_139[] = {
#embed "../WebApp/site/screens/circles/renameCircle.js"
};
static const unsigned char file_140[] = {
#embed "../WebApp/site/screens/consent.js"
};
static const unsigned char file_141[] = {
#embed "../WebApp/site/screens/contacts.js"
};
static const unsigned char file_142[] = {
#embed "../WebApp/site/screens/contacts/addresses.js"
};
static const unsigned char file_143[] = {
#embed "../WebApp/site/screens/contacts/asking.js"
};
static const unsigned char file_144[] = {
#embed "../WebApp/site/screens/contacts/channels.js"
};
static const unsigned char file_145[] = {
#embed "../WebApp/site/screens/contacts/form.js"
};
static const unsigned char file_146[] = {
#embed "../WebApp/site/screens/contacts/lack.js"
};
static const unsigned char file_147[] = {
#embed "../WebApp/site/screens/devices.js"
};
static const unsigned char file_148[] = {
#embed "../WebApp/site/screens/family.js"
};
static const unsigned char file_149[] = {
#embed "../WebApp/site/screens/family/groups.js"
};
static const unsigned char file_150[] = {
#embed "../WebApp/site/screens/family/members.js"
};
static const unsigned char file_151[] = {
#embed "../WebApp/site/screens/family/place.js"
};
static const unsigned char file_152[] = {
#embed "../WebApp/site/screens/family/placeTime.js"
};
static const unsigned char file_153[] = {
#embed "../WebApp/site/screens/family/reminderForm.js"
};
static const unsigned char file_154[] = {
#embed "../WebApp/site/screens/family/repeat.js"
};
static const unsigned char file_155[] = {
#embed "../WebApp/site/screens/family/silence.js"
};
static const unsigned char file_156[] = {
#embed "../WebApp/site/screens/following.js"
};
static const unsigned char file_157[] = {
#embed "../WebApp/site/screens/more.js"
};
static const unsigned char file_158[] = {
#embed "../WebApp/site/screens/newAlarm.js"
};
static const unsigned char file_159[] = {
#embed "../WebApp/site/screens/pair.js"
};
static const unsigned char file_160[] = {
#embed "../WebApp/site/screens/reminder.js"
};
static const unsigned char file_161[] = {
#embed "../WebApp/site/screens/ringing.js"
};
static const unsigned char file_162[] = {
#embed "../WebApp/site/screens/settings.js"
};
static const unsigned char file_163[] = {
#embed "../WebApp/site/screens/status.js"
};
static const unsigned char file_164[] = {
#embed "../WebApp/site/screens/status/report.js"
};
static const unsigned char file_165[] = {
#embed "../WebApp/site/screens/status/tables.js"
};
static const unsigned char file_166[] = {
#embed "../WebApp/site/screens/tonight.js"
};
static const unsigned char file_167[] = {
#embed "../WebApp/site/screens/welcome.js"
};
static const unsigned char file_168[] = {
#embed "../WebApp/site/session/alarmViews.js"
};
static const unsigned char file_169[] = {
#embed "../WebApp/site/session/alarms.js"
};
static const unsigned char file_170[] = {
#embed "../WebApp/site/session/answering.js"
};
static const unsigned char file_171[] = {
#embed "../WebApp/site/session/app.js"
};
static const unsigned char file_172[] = {
#embed "../WebApp/site/session/calendar.js"
};
static const unsigned char file_173[] = {
#embed "../WebApp/site/session/capabilities.js"
};
static const unsigned char file_174[] = {
#embed "../WebApp/site/session/care.js"
};
static const unsigned char file_175[] = {
#embed "../WebApp/site/session/careAlerts.js"
};
static const unsigned char file_176[] = {
#embed "../WebApp/site/session/careQuestion.js"
};
static const unsigned char file_177[] = {
#embed "../WebApp/site/session/careTable.js"
};
static const unsigned char file_178[] = {
#embed "../WebApp/site/session/checkInExtras.js"
};
static const unsigned char file_179[] = {
#embed "../WebApp/site/session/checkIns.js"
};
static const unsigned char file_180[] = {
#embed "../WebApp/site/session/circleKeys.js"
};
static const unsigned char file_181[] = {
#embed "../WebApp/site/session/commands.js"
};
static const unsigned char file_182[] = {
#embed "../WebApp/site/session/core.js"
};
static const unsigned char file_183[] = {
#embed "../WebApp/site/session/entering.js"
};
static const unsigned char file_184[] = {
#embed "../WebApp/site/session/family.js"
};
static const unsigned char file_185[] = {
#embed "../WebApp/site/session/firstState.js"
};
static const unsigned char file_186[] = {
#embed "../WebApp/site/session/incoming.js"
};
static const unsigned char file_187[] = {
#embed "../WebApp/site/session/invitations.js"
};
static const unsigned char file_188[] = {
#embed "../WebApp/site/session/inviteRecords.js"
};
static const unsigned char file_189[] = {
#embed "../WebApp/site/session/kinds.js"
};
static const unsigned char file_190[] = {
#embed "../WebApp/site/session/languages.js"
};
static const unsigned char file_191[] = {
#embed "../WebApp/site/session/lateAnswers.js"
};
static const unsigned char file_192[] = {
#embed "../WebApp/site/session/lifecycle.js"
};
static const unsigned char file_193[] = {
#embed "../WebApp/site/session/listening.js"
};
static const unsigned char file_194[] = {
#embed "../WebApp/site/session/loading.js"
};
static const unsigned char file_195[] = {
#embed "../WebApp/site/session/me.js"
};
static const unsigned char file_196[] = {
#embed "../WebApp/site/session/news.js"
};
static const unsigned char file_197[] = {
#embed "../WebApp/site/session/pairing.js"
};
static const unsigned char file_198[] = {
#embed "../WebApp/site/session/pairingSteps.js"
};
static const unsigned char file_199[] = {
#embed "../WebApp/site/session/pairingViews.js"
};
static const unsigned char file_200[] = {
#embed "../WebApp/site/session/partners.js"
};
static const unsigned char file_201[] = {
#embed "../WebApp/site/session/planning.js"
};
static const unsigned char file_202[] = {
#embed "../WebApp/site/session/push.js"
};
static const unsigned char file_203[] = {
#embed "../WebApp/site/session/receipts.js"
};
static const unsigned char file_204[] = {
#embed "../WebApp/site/session/registering.js"
};
static const unsigned char file_205[] = {
#embed "../WebApp/site/session/reminders.js"
};
static const unsigned char file_206[] = {
#embed "../WebApp/site/session/ringing.js"
};
static const unsigned char file_207[] = {
#embed "../WebApp/site/session/sealingAgain.js"
};
static const unsigned char file_208[] = {
#embed "../WebApp/site/session/snoozing.js"
};
static const unsigned char file_209[] = {
#embed "../WebApp/site/session/sureness.js"
};
static const unsigned char file_210[] = {
#embed "../WebApp/site/session/syncing.js"
};
static const unsigned char file_211[] = {
#embed "../WebApp/site/session/telling.js"
};
static const unsigned char file_212[] = {
#embed "../WebApp/site/session/workerLink.js"
};
static const unsigned char file_213[] = {
#embed "../WebApp/site/session/zones.js"
};
static const unsigned char file_214[] = {
#embed "../WebApp/site/store/database.js"
};
static const unsigned char file_215[] = {
#embed "../WebApp/site/store/locks.js"
};
static const unsigned char file_216[] = {
#embed "../WebApp/site/store/marker.js"
};
static const unsigned char file_217[] = {
#embed "../WebApp/site/store/store.js"
};
static const unsigned char file_218[] = {
#embed "../WebApp/site/words/en-life.js"
};
static const unsigned char file_219[] = {
#embed "../WebApp/site/words/en-problems.js"
};
static const unsigned char file_220[] = {
#embed "../WebApp/site/words/en-reasons.js"
};
static const unsigned char file_221[] = {
#embed "../WebApp/site/words/en-worker.js"
};
static const unsigned char file_222[] = {
#embed "../WebApp/site/words/en.js"
};
static const unsigned char file_223[] = {
#embed "../WebApp/site/words/zh-Hans-life.js"
};
static const unsigned char file_224[] = {
#embed "../WebApp/site/words/zh-Hans-problems.js"
};
static const unsigned char file_225[] = {
#embed "../WebApp/site/words/zh-Hans-reasons.js"
};
static const unsigned char file_226[] = {
#embed "../WebApp/site/words/zh-Hans-worker.js"
};
static const unsigned char file_227[] = {
#embed "../WebApp/site/words/zh-Hans.js"
};
static const unsigned char file_228[] = {
#embed "../WebApp/site/words/zh-Hant-life.js"
};
static const unsigned char file_229[] = {
#embed "../WebApp/site/words/zh-Hant-problems.js"
};
static const unsigned char file_230[] = {
#embed "../WebApp/site/words/zh-Hant-reasons.js"
};
static const unsigned char file_231[] = {
#embed "../WebApp/site/words/zh-Hant-worker.js"
};
static const unsigned char file_232[] = {
#embed "../WebApp/site/words/zh-Hant.js"
};
static const unsigned char file_233[] = {
#embed "../WebApp/site/worker/address.js"
};
static const unsigned char file_234[] = {
#embed "../WebApp/site/worker/answering.js"
};
static const unsigned char file_235[] = {
#embed "../WebApp/site/worker/main.js"
};
static const unsigned char file_236[] = {
#embed "../WebApp/site/worker/notices.js"
};
static const unsigned char file_237[] = {
#embed "../WebApp/site/worker/pushing.js"
};
static const unsigned char file_238[] = {
#embed "../WebApp/site/worker/shell.js"
};
static const unsigned char file_239[] = {
#embed "../WebApp/site/worker/speaking.js"
};
static const unsigned char file_240[] = {
#embed "../WebApp/site/worker/workerSession.js"
};
static const unsigned char description_0[] = {
#embed "../WebApp/api/index.html"
};
static const unsigned char description_1[] = {
#embed "../../docs/openapi.yaml"
};

static const struct reveille_web_file files[] = {
    {"css/layout.css", file_0, sizeof file_0},
    {"css/life.css", file_1, sizeof file_1},
    {"css/parts.css", file_2, sizeof file_2},
    {"css/screens.css", file_3, sizeof file_3},
    {"css/tokens.css", file_4, sizeof file_4},
    {"frame/announce.js", file_5, sizeof file_5},
    {"frame/dom.js", file_6, sizeof file_6},
    {"frame/language.js", file_7, sizeof file_7},
    {"frame/live.js", file_8, sizeof file_8},
    {"frame/navigation.js", file_9, sizeof file_9},
    {"frame/plainReason.js", file_10, sizeof file_10},
    {"frame/router.js", file_11, sizeof file_11},
    {"frame/sound.js", file_12, sizeof file_12},
    {"frame/theme.js", file_13, sizeof file_13},
    {"frame/time.js", file_14, sizeof file_14},
    {"frame/wakeLock.js", file_15, sizeof file_15},
    {"icons/home-add.svg", file_16, sizeof file_16},
    {"icons/home-open.svg", file_17, sizeof file_17},
    {"icons/home-share.svg", file_18, sizeof file_18},
    {"icons/reveille-192.png", file_19, sizeof file_19},
    {"icons/reveille-512.png", file_20, sizeof file_20},
    {"icons/reveille-badge-96.png", file_21, sizeof file_21},
    {"icons/reveille-badge.svg", file_22, sizeof file_22},
    {"icons/reveille-maskable-512.png", file_23, sizeof file_23},
    {"icons/reveille-maskable.svg", file_24, sizeof file_24},
    {"icons/reveille.svg", file_25, sizeof file_25},
    {"index.html", file_26, sizeof file_26},
    {"main.js", file_27, sizeof file_27},
    {"manifest.webmanifest", file_28, sizeof file_28},
    {"pa1/agreement.js", file_29, sizeof file_29},
    {"pa1/alarm.js", file_30, sizeof file_30},
    {"pa1/base64url.js", file_31, sizeof file_31},
    {"pa1/boxes.js", file_32, sizeof file_32},
    {"pa1/bytes.js", file_33, sizeof file_33},
    {"pa1/circle.js", file_34, sizeof file_34},
    {"pa1/claimer.js", file_35, sizeof file_35},
    {"pa1/code.js", file_36, sizeof file_36},
    {"pa1/crockford.js", file_37, sizeof file_37},
    {"pa1/derivation.js", file_38, sizeof file_38},
    {"pa1/device.js", file_39, sizeof file_39},
    {"pa1/entry.js", file_40, sizeof file_40},
    {"pa1/envelope.js", file_41, sizeof file_41},
    {"pa1/fault.js", file_42, sizeof file_42},
    {"pa1/ids.js", file_43, sizeof file_43},
    {"pa1/instant.js", file_44, sizeof file_44},
    {"pa1/inviter.js", file_45, sizeof file_45},
    {"pa1/join.js", file_46, sizeof file_46},
    {"pa1/jwe.js", file_47, sizeof file_47},
    {"pa1/message.js", file_48, sizeof file_48},
    {"pa1/names.js", file_49, sizeof file_49},
    {"pa1/opening.js", file_50, sizeof file_50},
    {"pa1/origin.js", file_51, sizeof file_51},
    {"pa1/padding.js", file_52, sizeof file_52},
    {"pa1/pair.js", file_53, sizeof file_53},
    {"pa1/pairKeys.js", file_54, sizeof file_54},
    {"pa1/parcel.js", file_55, sizeof file_55},
    {"pa1/place.js", file_56, sizeof file_56},
    {"pa1/push.js", file_57, sizeof file_57},
    {"pa1/reading.js", file_58, sizeof file_58},
    {"pa1/rule.js", file_59, sizeof file_59},
    {"pa1/strictJSON.js", file_60, sizeof file_60},
    {"pa1/vault.js", file_61, sizeof file_61},
    {"pa1/words.js", file_62, sizeof file_62},
    {"pa1/x25519.js", file_63, sizeof file_63},
    {"parts/alarmCard.js", file_64, sizeof file_64},
    {"parts/badge.js", file_65, sizeof file_65},
    {"parts/button.js", file_66, sizeof file_66},
    {"parts/card.js", file_67, sizeof file_67},
    {"parts/countdown.js", file_68, sizeof file_68},
    {"parts/dayPicker.js", file_69, sizeof file_69},
    {"parts/deliveryView.js", file_70, sizeof file_70},
    {"parts/dialog.js", file_71, sizeof file_71},
    {"parts/field.js", file_72, sizeof file_72},
    {"parts/icon.js", file_73, sizeof file_73},
    {"parts/invitation.js", file_74, sizeof file_74},
    {"parts/invitationNews.js", file_75, sizeof file_75},
    {"parts/inviteView.js", file_76, sizeof file_76},
    {"parts/lateAnswer.js", file_77, sizeof file_77},
    {"parts/newsText.js", file_78, sizeof file_78},
    {"parts/qr/correction.js", file_79, sizeof file_79},
    {"parts/qr/encode.js", file_80, sizeof file_80},
    {"parts/qr/mask.js", file_81, sizeof file_81},
    {"parts/qr/matrix.js", file_82, sizeof file_82},
    {"parts/qrCode.js", file_83, sizeof file_83},
    {"parts/reopening.js", file_84, sizeof file_84},
    {"parts/ringView.js", file_85, sizeof file_85},
    {"parts/screen.js", file_86, sizeof file_86},
    {"parts/setup.js", file_87, sizeof file_87},
    {"parts/timeWheel.js", file_88, sizeof file_88},
    {"parts/zones.js", file_89, sizeof file_89},
    {"relay/backoff.js", file_90, sizeof file_90},
    {"relay/client.js", file_91, sizeof file_91},
    {"relay/clock.js", file_92, sizeof file_92},
    {"relay/events.js", file_93, sizeof file_93},
    {"relay/journal.js", file_94, sizeof file_94},
    {"relay/problem.js", file_95, sizeof file_95},
    {"screens/alarm.js", file_96, sizeof file_96},
    {"screens/bedside.js", file_97, sizeof file_97},
    {"screens/calendar.js", file_98, sizeof file_98},
    {"screens/care.js", file_99, sizeof file_99},
    {"screens/care/alert.js", file_100, sizeof file_100},
    {"screens/care/audience.js", file_101, sizeof file_101},
    {"screens/care/chart.js", file_102, sizeof file_102},
    {"screens/care/dweller.js", file_103, sizeof file_103},
    {"screens/care/dwellers.js", file_104, sizeof file_104},
    {"screens/care/glanceText.js", file_105, sizeof file_105},
    {"screens/care/hearing.js", file_106, sizeof file_106},
    {"screens/care/help.js", file_107, sizeof file_107},
    {"screens/care/invitations.js", file_108, sizeof file_108},
    {"screens/care/invite.js", file_109, sizeof file_109},
    {"screens/care/last.js", file_110, sizeof file_110},
    {"screens/care/leaving.js", file_111, sizeof file_111},
    {"screens/care/map.js", file_112, sizeof file_112},
    {"screens/care/mine.js", file_113, sizeof file_113},
    {"screens/care/notTold.js", file_114, sizeof file_114},
    {"screens/care/people.js", file_115, sizeof file_115},
    {"screens/care/phone.js", file_116, sizeof file_116},
    {"screens/care/saving.js", file_117, sizeof file_117},
    {"screens/care/settings.js", file_118, sizeof file_118},
    {"screens/careHistory.js", file_119, sizeof file_119},
    {"screens/checkIn.js", file_120, sizeof file_120},
    {"screens/checkIn/addresses.js", file_121, sizeof file_121},
    {"screens/checkIn/asking.js", file_122, sizeof file_122},
    {"screens/checkIn/emergencyCard.js", file_123, sizeof file_123},
    {"screens/checkIn/history.js", file_124, sizeof file_124},
    {"screens/checkIn/later.js", file_125, sizeof file_125},
    {"screens/checkIn/links.js", file_126, sizeof file_126},
    {"screens/checkIn/missed.js", file_127, sizeof file_127},
    {"screens/checkIn/place.js", file_128, sizeof file_128},
    {"screens/checkIn/plan.js", file_129, sizeof file_129},
    {"screens/checkIn/planFirst.js", file_130, sizeof file_130},
    {"screens/checkIn/standing.js", file_131, sizeof file_131},
    {"screens/checkIn/telling.js", file_132, sizeof file_132},
    {"screens/checkIn/trying.js", file_133, sizeof file_133},
    {"screens/circles/consent.js", file_134, sizeof file_134},
    {"screens/circles/create.js", file_135, sizeof file_135},
    {"screens/circles/departing.js", file_136, sizeof file_136},
    {"screens/circles/people.js", file_137, sizeof file_137},
    {"screens/circles/rename.js", file_138, sizeof file_138},
    {"screens/circles/renameCircle.js", file_139, sizeof file_139},
    {"screens/consent.js", file_140, sizeof file_140},
    {"screens/contacts.js", file_141, sizeof file_141},
    {"screens/contacts/addresses.js", file_142, sizeof file_142},
    {"screens/contacts/asking.js", file_143, sizeof file_143},
    {"screens/contacts/channels.js", file_144, sizeof file_144},
    {"screens/contacts/form.js", file_145, sizeof file_145},
    {"screens/contacts/lack.js", file_146, sizeof file_146},
    {"screens/devices.js", file_147, sizeof file_147},
    {"screens/family.js", file_148, sizeof file_148},
    {"screens/family/groups.js", file_149, sizeof file_149},
    {"screens/family/members.js", file_150, sizeof file_150},
    {"screens/family/place.js", file_151, sizeof file_151},
    {"screens/family/placeTime.js", file_152, sizeof file_152},
    {"screens/family/reminderForm.js", file_153, sizeof file_153},
    {"screens/family/repeat.js", file_154, sizeof file_154},
    {"screens/family/silence.js", file_155, sizeof file_155},
    {"screens/following.js", file_156, sizeof file_156},
    {"screens/more.js", file_157, sizeof file_157},
    {"screens/newAlarm.js", file_158, sizeof file_158},
    {"screens/pair.js", file_159, sizeof file_159},
    {"screens/reminder.js", file_160, sizeof file_160},
    {"screens/ringing.js", file_161, sizeof file_161},
    {"screens/settings.js", file_162, sizeof file_162},
    {"screens/status.js", file_163, sizeof file_163},
    {"screens/status/report.js", file_164, sizeof file_164},
    {"screens/status/tables.js", file_165, sizeof file_165},
    {"screens/tonight.js", file_166, sizeof file_166},
    {"screens/welcome.js", file_167, sizeof file_167},
    {"session/alarmViews.js", file_168, sizeof file_168},
    {"session/alarms.js", file_169, sizeof file_169},
    {"session/answering.js", file_170, sizeof file_170},
    {"session/app.js", file_171, sizeof file_171},
    {"session/calendar.js", file_172, sizeof file_172},
    {"session/capabilities.js", file_173, sizeof file_173},
    {"session/care.js", file_174, sizeof file_174},
    {"session/careAlerts.js", file_175, sizeof file_175},
    {"session/careQuestion.js", file_176, sizeof file_176},
    {"session/careTable.js", file_177, sizeof file_177},
    {"session/checkInExtras.js", file_178, sizeof file_178},
    {"session/checkIns.js", file_179, sizeof file_179},
    {"session/circleKeys.js", file_180, sizeof file_180},
    {"session/commands.js", file_181, sizeof file_181},
    {"session/core.js", file_182, sizeof file_182},
    {"session/entering.js", file_183, sizeof file_183},
    {"session/family.js", file_184, sizeof file_184},
    {"session/firstState.js", file_185, sizeof file_185},
    {"session/incoming.js", file_186, sizeof file_186},
    {"session/invitations.js", file_187, sizeof file_187},
    {"session/inviteRecords.js", file_188, sizeof file_188},
    {"session/kinds.js", file_189, sizeof file_189},
    {"session/languages.js", file_190, sizeof file_190},
    {"session/lateAnswers.js", file_191, sizeof file_191},
    {"session/lifecycle.js", file_192, sizeof file_192},
    {"session/listening.js", file_193, sizeof file_193},
    {"session/loading.js", file_194, sizeof file_194},
    {"session/me.js", file_195, sizeof file_195},
    {"session/news.js", file_196, sizeof file_196},
    {"session/pairing.js", file_197, sizeof file_197},
    {"session/pairingSteps.js", file_198, sizeof file_198},
    {"session/pairingViews.js", file_199, sizeof file_199},
    {"session/partners.js", file_200, sizeof file_200},
    {"session/planning.js", file_201, sizeof file_201},
    {"session/push.js", file_202, sizeof file_202},
    {"session/receipts.js", file_203, sizeof file_203},
    {"session/registering.js", file_204, sizeof file_204},
    {"session/reminders.js", file_205, sizeof file_205},
    {"session/ringing.js", file_206, sizeof file_206},
    {"session/sealingAgain.js", file_207, sizeof file_207},
    {"session/snoozing.js", file_208, sizeof file_208},
    {"session/sureness.js", file_209, sizeof file_209},
    {"session/syncing.js", file_210, sizeof file_210},
    {"session/telling.js", file_211, sizeof file_211},
    {"session/workerLink.js", file_212, sizeof file_212},
    {"session/zones.js", file_213, sizeof file_213},
    {"store/database.js", file_214, sizeof file_214},
    {"store/locks.js", file_215, sizeof file_215},
    {"store/marker.js", file_216, sizeof file_216},
    {"store/store.js", file_217, sizeof file_217},
    {"words/en-life.js", file_218, sizeof file_218},
    {"words/en-problems.js", file_219, sizeof file_219},
    {"words/en-reasons.js", file_220, sizeof file_220},
    {"words/en-worker.js", file_221, sizeof file_221},
    {"words/en.js", file_222, sizeof file_222},
    {"words/zh-Hans-life.js", file_223, sizeof file_223},
    {"words/zh-Hans-problems.js", file_224, sizeof file_224},
    {"words/zh-Hans-reasons.js", file_225, sizeof file_225},
    {"words/zh-Hans-worker.js", file_226, sizeof file_226},
    {"words/zh-Hans.js", file_227, sizeof file_227},
    {"words/zh-Hant-life.js", file_228, sizeof file_228},
    {"words/zh-Hant-problems.js", file_229, sizeof file_229},
    {"words/zh-Hant-reasons.js", file_230, sizeof file_230},
    {"words/zh-Hant-worker.js", file_231, sizeof file_231},
    {"words/zh-Hant.js", file_232, sizeof file_232},
    {"worker/address.js", file_233, sizeof file_233},
    {"worker/answering.js", file_234, sizeof file_234},
    {"worker/main.js", file_235, sizeof file_235},
    {"worker/notices.js", file_236, sizeof file_236},
    {"worker/pushing.js", file_237, sizeof file_237},
    {"worker/shell.js", file_238, sizeof file_238},
    {"worker/speaking.js", file_239, sizeof file_239},
    {"worker/workerSession.js", file_240, sizeof file_240},
};

static const struct reveille_web_file description[] = {
    {"api", description_0, sizeof description_0},
    {"openapi.yaml", description_1, sizeof description_1},
};

const struct reveille_web_file *reveille_web_file_table(void) { return files; }

size_t reveille_web_file_total(void) { return sizeof files / sizeof *files; }

const struct reveille_web_file *reveille_description_table(void) { return description; }

size_t reveille_description_total(void) { return sizeof description / sizeof *description; }

/** Why something of the protocol was refused. Its text holds no secrets: `code` decides, `detail` says more. */
export class PA1Fault extends Error {
    /**
     * @param {string} code a word of a closed list, such as `other-key`
     * @param {string} [detail]
     */
    constructor(code, detail = "") {
        super(detail === "" ? code : `${code}: ${detail}`);
        this.name = "PA1Fault";
        this.code = code;
        this.detail = detail;
    }
}

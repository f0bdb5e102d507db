/**
 * Offers a file to be saved, made on this device.
 * @param {Blob} blob
 * @param {string} name
 */
export function save(blob, name) {
    const address = URL.createObjectURL(blob);
    const link = document.createElement("a");
    link.href = address;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

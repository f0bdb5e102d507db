/** Light and dark. */

/**
 * Follows a setting: `auto` is what the system prefers.
 *
 * @param {"auto" | "light" | "dark"} theme
 */
export function useTheme(theme) {
    const root = document.documentElement;
    if (theme === "auto") root.removeAttribute("data-theme");
    else root.setAttribute("data-theme", theme);
    const dark = theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
    document.querySelector('meta[name="theme-color"]')?.setAttribute("content", dark ? "#14110f" : "#fbf7f0");
}

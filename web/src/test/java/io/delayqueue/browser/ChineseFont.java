package io.delayqueue.browser;

import java.io.IOException;

/** Font with Chinese characters on this machine. Without one the texts have other widths than those that users see. */
public final class ChineseFont {

    public static final String MISSING =
            "There is no font with Chinese characters (Debian: apt-get install fontconfig fonts-wqy-microhei)";

    private ChineseFont() {}

    public static boolean isInstalled() {
        try {
            Process process = new ProcessBuilder("fc-list", ":lang=zh").start();
            return process.getInputStream().readAllBytes().length > 0;
        } catch (IOException e) {
            return false;
        }
    }
}

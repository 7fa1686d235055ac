package io.delayqueue.benchmarks.measure;

import java.util.Locale;

/** Numbers as people read them. */
public final class Numbers {

    private Numbers() {}

    /** {@return the number with three significant digits or, above 100, none after the point; thousands apart} */
    public static String plain(double value) {
        double size = Math.abs(value);
        if (value == Math.rint(value) || size >= 100) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        String text = String.format(Locale.ROOT, size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : "%.3f", value);
        return text.replaceAll("0+$", "").replaceAll("\\.$", "");
    }
}

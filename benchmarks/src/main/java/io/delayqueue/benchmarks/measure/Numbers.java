package io.delayqueue.benchmarks.measure;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Formats numbers for tables. */
public final class Numbers {

    private static final MathContext DIGITS = new MathContext(3);

    private Numbers() {}

    private static final MathContext MORE_DIGITS = new MathContext(4, RoundingMode.DOWN);

    /**
     * {@return the number with three significant digits or, above 100, none after the point; thousands apart} A value just
     * below 100 is not rounded up to it, which would hide a missing part of a percentage.
     */
    public static String plain(double value) {
        if (value > 99 && value < 100) {
            return BigDecimal.valueOf(value)
                    .round(MORE_DIGITS)
                    .stripTrailingZeros()
                    .toPlainString();
        }
        if (value == Math.rint(value) || Math.abs(value) >= 100) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        return BigDecimal.valueOf(value).round(DIGITS).stripTrailingZeros().toPlainString();
    }
}

package io.delayqueue.benchmarks.measure;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Numbers as people read them. */
public final class Numbers {

    private static final MathContext DIGITS = new MathContext(3);

    private Numbers() {}

    /** {@return the number with three significant digits or, above 100, none after the point; thousands apart} */
    public static String plain(double value) {
        if (value == Math.rint(value) || Math.abs(value) >= 100) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        return BigDecimal.valueOf(value).round(DIGITS).stripTrailingZeros().toPlainString();
    }
}

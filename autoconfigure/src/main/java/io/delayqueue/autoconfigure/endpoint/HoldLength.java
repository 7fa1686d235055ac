package io.delayqueue.autoconfigure.endpoint;

import io.delayqueue.Task;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;

/** Reads the length of a hold. */
final class HoldLength {

    private HoldLength() {}

    /**
     * Reads a length such as {@code 10m}; zero ends a hold.
     *
     * @throws IllegalArgumentException if the text is null or no such length
     */
    static Duration of(@Nullable String text) {
        Duration length = text == null ? null : DurationStyle.detectAndParse(text);
        if (length == null || length.isNegative() || length.compareTo(Task.MAX_DELAY) > 0) {
            throw new IllegalArgumentException("The length of a hold must be from 0s to 36500d, but is " + text);
        }
        return length;
    }
}

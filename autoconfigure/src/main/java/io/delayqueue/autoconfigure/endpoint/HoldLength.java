package io.delayqueue.autoconfigure.endpoint;

import io.delayqueue.Task;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.convert.DurationStyle;

/** Reads the length of a hold. */
final class HoldLength {

    private HoldLength() {}

    /**
     * Reads a length such as {@code 10m}; zero ends a hold.
     *
     * @throws InvalidEndpointRequestException if the text is null or no such length
     */
    static Duration of(@Nullable String text) {
        try {
            Duration length = text == null ? null : DurationStyle.detectAndParse(text);
            if (length != null && !length.isNegative() && length.compareTo(Task.MAX_DELAY) <= 0) {
                return length;
            }
        } catch (IllegalArgumentException e) {
            // No duration.
        }
        String reason = "The length of a hold must be from 0s to 36500d, but is " + text;
        throw new InvalidEndpointRequestException(reason, reason);
    }
}

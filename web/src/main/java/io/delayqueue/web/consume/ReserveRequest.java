package io.delayqueue.web.consume;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.delayqueue.pull.PullOptions;
import io.delayqueue.web.api.mvc.ProblemException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The options of a reservation.
 *
 * @param limit how many at most; one by default
 * @param ttr how long each is leased, unless it has a time to run of its own; 30 s by default
 * @param waitAtMost how long to wait if there is none; not at all by default
 */
record ReserveRequest(
        @Nullable Integer limit,
        @Nullable Duration ttr,
        @JsonProperty("wait") @Nullable Duration waitAtMost) {

    static final ReserveRequest DEFAULT = new ReserveRequest(null, null, null);

    /** {@return what to pull with} */
    PullOptions options() {
        return new PullOptions(
                limit == null ? PullOptions.DEFAULT.limit() : limit, ttr == null ? PullOptions.DEFAULT.ttr() : ttr);
    }

    /** {@return how long to wait, which is not longer than it may be} */
    Duration waitUpTo(Duration longest) {
        Duration asked = waitAtMost == null ? Duration.ZERO : waitAtMost;
        if (asked.isNegative() || asked.compareTo(longest) > 0) {
            throw ProblemException.invalid("wait", "must be from 0 to " + longest.toMillis() + " ms");
        }
        return asked;
    }
}

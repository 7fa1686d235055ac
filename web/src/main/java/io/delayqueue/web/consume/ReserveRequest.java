package io.delayqueue.web.consume;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.delayqueue.pull.PullOptions;
import io.delayqueue.web.api.mvc.ProblemException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How tasks are to be reserved.
 *
 * @param limit how many at most; one if it is not said
 * @param ttr how long each is leased, unless it has a time to run of its own; 30 s if it is not said
 * @param waitAtMost how long to wait if there is none; not at all if it is not said
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

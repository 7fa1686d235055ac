package io.delayqueue.autoconfigure;

import io.delayqueue.limit.Limit;
import io.delayqueue.limit.Rate;
import org.jspecify.annotations.Nullable;

/**
 * Limit over all instances. It needs a concurrency or a rate.
 *
 * @param concurrency How many tasks run at once in all instances, from 1 to 1,000,000. Any number if not set.
 * @param rate How many tasks begin in a second, a minute or an hour, such as 100/s, 10/m or 5/h. Any number if not set.
 * @param burst How many tasks may begin at once after a pause, from 1 to 1,000,000. If not set, those of a tenth of a second, at
 *     least one.
 */
public record LimitProperties(
        @Nullable Integer concurrency,
        @Nullable String rate,
        @Nullable Integer burst) {

    Limit toLimit(String group, String name) {
        return new Limit(group, name, concurrency, rate == null ? null : Rate.valueOf(rate), burst).requireComplete();
    }
}

package io.delayqueue.redis;

import io.delayqueue.store.AddModesContract;
import io.delayqueue.store.AddWindowsContract;
import io.delayqueue.store.DeadLettersContract;
import io.delayqueue.store.ForecastContract;
import io.delayqueue.store.OperationsContract;
import io.delayqueue.store.PushAndReserveContract;
import io.delayqueue.store.RepeatsContract;
import io.delayqueue.store.RetryingContract;
import io.delayqueue.store.TaskStoreContract;
import io.delayqueue.store.TopicStoreContract;
import io.delayqueue.testing.RedisImages;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import org.testcontainers.junit.jupiter.Testcontainers;

/**
 * The contracts of stores on every image; skipped where there is no Docker.
 *
 * <p>Its one class within makes the skip count: a parameterized class that is skipped itself counts as no test at all.
 */
@Testcontainers(disabledWithoutDocker = true)
class RedisImagesIT {

    /** One at a time: each is closed before the next one starts. */
    static Stream<RedisContainer> containers() {
        return RedisImages.NAMES.stream().map(RedisContainer::start);
    }

    @Nested
    @ParameterizedClass(name = "{0}")
    @MethodSource("io.delayqueue.redis.RedisImagesIT#containers")
    class Contracts {

        private final RedisContainer redis;

        Contracts(RedisContainer redis) {
            this.redis = redis;
        }

        @Nested
        class Tasks extends TaskStoreContract {

            Tasks() {
                super(redis);
            }
        }

        @Nested
        class Topics extends TopicStoreContract {

            Topics() {
                super(redis);
            }
        }

        @Nested
        class Forecasts extends ForecastContract {

            Forecasts() {
                super(redis);
            }
        }

        @Nested
        class AddModes extends AddModesContract {

            AddModes() {
                super(redis);
            }
        }

        @Nested
        class AddWindows extends AddWindowsContract {

            AddWindows() {
                super(redis);
            }
        }

        @Nested
        class Operations extends OperationsContract {

            Operations() {
                super(redis);
            }
        }

        @Nested
        class DeadLetters extends DeadLettersContract {

            DeadLetters() {
                super(redis);
            }
        }

        @Nested
        class Retrying extends RetryingContract {

            Retrying() {
                super(redis);
            }
        }

        @Nested
        class Repeats extends RepeatsContract {

            Repeats() {
                super(redis);
            }
        }

        @Nested
        class PushAndReserve extends PushAndReserveContract {

            PushAndReserve() {
                super(redis);
            }
        }
    }
}

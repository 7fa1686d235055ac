package io.delayqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.exceptions.JedisConnectionException;

class CallTimeTests {

    @Test
    void callWithinACallShouldNotOutlastIt() {
        Supplier<Boolean> connecting = () -> {
            CallTime.requireLeft();
            return true;
        };
        assertThatThrownBy(() -> CallTime.within(1, () -> CallTime.within(TimeUnit.HOURS.toNanos(1), connecting)))
                .isInstanceOf(JedisConnectionException.class);
        assertThat(CallTime.within(TimeUnit.HOURS.toNanos(1), connecting)).isTrue();
        assertThatCode(CallTime::requireLeft).doesNotThrowAnyException();
    }
}

package io.delayqueue.redis;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.exceptions.JedisConnectionException;

class CallTimeTests {

    @Test
    void callWithinACallShouldNotOutlastIt() {
        CallTime outer = CallTime.begin(1);
        CallTime inner = CallTime.begin(TimeUnit.HOURS.toNanos(1));
        try {
            assertThatThrownBy(CallTime::requireLeft).isInstanceOf(JedisConnectionException.class);
        } finally {
            CallTime.end(inner);
            CallTime.end(outer);
        }
        assertThatCode(CallTime::requireLeft).doesNotThrowAnyException();
    }
}

package io.delayqueue.benchmarks.contender.redisson;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RedissonContenderTests {

    @Test
    void versionIsThatOfTheLibrary() {
        assertThat(new RedissonContender().version()).matches("RDelayedQueue \\d+\\.\\d+\\.\\d+");
    }
}

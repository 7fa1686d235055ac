package io.delayqueue.autoconfigure.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Reports of the start with the Jedis of Spring Boot 4.0. */
@ExtendWith(OutputCaptureExtension.class)
class OldJedisTests {

    private final CapturedOutput output;

    OldJedisTests(CapturedOutput output) {
        this.output = output;
    }

    @Test
    void reportShouldNameTheJarAndTheProperty() {
        assertThat(FailingStart.report(output, LacksRedisClient.class))
                .containsPattern("The queue needs a later version of Jedis than jedis-7[0-9.]+jar, which has no class"
                        + " redis.clients.jedis.RedisClient.\n")
                .contains("Action:\n\nUse Spring Boot 4.1. With Spring Boot 4.0, set the property jedis.version to the"
                        + " version that Spring Boot 4.1 manages, such as 7.4.1.\n");
    }

    @Test
    void otherClassesShouldBeLeftToSpringBoot() {
        assertThat(FailingStart.report(output, LacksLibrary.class)).isEqualTo("no report");
    }

    static class LacksRedisClient {
        LacksRedisClient() {
            throw new NoClassDefFoundError("redis/clients/jedis/RedisClient");
        }
    }

    static class LacksLibrary {
        LacksLibrary() {
            throw new NoClassDefFoundError("com/example/Library");
        }
    }
}

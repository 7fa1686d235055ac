package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.engine.TestEngines;
import io.delayqueue.scenario.ReturningMain.Work;
import io.delayqueue.testing.RedisServer;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whether a process with a started engine ends when its main method returns. */
class EndOfProcessIT {

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final RedisServer server = engines.server();

    private final String list = engines.group() + "-called";

    private Process start(Work work) throws IOException {
        return engines.killing(ReturningMain.start(server.host(), server.port(), engines.group(), work, list));
    }

    @ParameterizedTest
    @EnumSource(names = "CONSUMES", mode = EnumSource.Mode.EXCLUDE)
    void processThatConsumesNothingEndsWithItsMainMethod(Work work) throws IOException {
        Process process = start(work);
        await().until(() -> !process.isAlive());
        assertThat(process.exitValue()).isZero();
        assertThat(engines.find(engines.build(), "added")).isPresent();
    }

    @Test
    void processThatConsumesOutlivesItsMainMethod() throws IOException {
        Process process = start(Work.CONSUMES);
        await().until(() -> server.client().lrange(list, 0, -1).contains("added"));
        assertThat(process.isAlive()).isTrue();
    }
}

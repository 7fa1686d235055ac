package io.delayqueue.stop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.testing.Closing;
import io.delayqueue.testing.OtherJvm;
import io.delayqueue.testing.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The operating system ends an application whose callbacks run, as at each deployment. */
class StopSignalIT {

    private static final int SIGTERM = 128 + 15;

    @TempDir
    private Path folder;

    @RegisterExtension
    private final Closing closing = new Closing();

    private final RedisServer redis = RedisServer.shared();

    private final String group = "g" + UUID.randomUUID();

    @Test
    void tasksOfInterruptedCallbacksShouldBeGivenBackHoweverTheyEnd() throws Exception {
        Path output = folder.resolve("output.log");
        List<String> command =
                OtherJvm.command(System.getProperty("java.class.path"), List.of(), StoppedApplication.class);
        command.addAll(List.of(
                group,
                "--stopped.group=" + group,
                "--spring.main.web-application-type=none",
                "--spring.docker.compose.enabled=false",
                "--spring.data.redis.host=" + redis.host(),
                "--spring.data.redis.port=" + redis.port(),
                "--delayqueue.shutdown-timeout=1s",
                "--delayqueue.max-attempts=1"));
        Process application = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        closing.killing(application);
        await().until(() ->
                !application.isAlive() || redis.client().llen("begun-" + group) == StoppedApplication.TOPICS.size());

        application.destroy();

        assertThat(application.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(application.exitValue()).isEqualTo(SIGTERM);
        DelayQueueEngine other =
                closing.closing(DelayQueueEngine.builder(RedisBackend.connect(redis.host(), redis.port()))
                        .build());
        for (String topic : StoppedApplication.TOPICS) {
            TaskInfo task = other.service().findTask(group, topic).orElseThrow(() -> new AssertionError(topic));
            assertThat(task.state()).as(topic).isEqualTo(TaskState.READY);
            assertThat(task.attempts()).as(topic).isEqualTo(1);
        }
        assertThat(Files.readString(output))
                .contains("callbacks interrupted and their tasks given back: 5, callbacks still running: 1");
    }
}

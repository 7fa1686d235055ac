package io.delayqueue.autoconfigure.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.orders.ManagedRedisExamples;
import io.delayqueue.testing.RedisServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The application of docs/managed-redis.md, which prints what a server lacks. */
@ExtendWith(OutputCaptureExtension.class)
class ManagedRedisIT {

    private static void run(RedisServer server, String user) {
        new SpringApplicationBuilder(FailingStart.Application.class, ManagedRedisExamples.class)
                .web(WebApplicationType.NONE)
                .registerShutdownHook(false)
                .properties("spring.data.redis.url=redis://" + user + server.address(), "delayqueue.start=manual")
                .run()
                .close();
    }

    @Test
    void serverWithEverythingShouldFailInNoStep(CapturedOutput output) {
        try (RedisServer server = RedisServer.start()) {
            run(server, "");
            assertThat(output.getOut())
                    .contains("reserve and finish: []", "unregister: ")
                    .doesNotContain("FAILED");
        }
    }

    @Test
    void missingCommandShouldBeNamedWhereTheLogOfDenialsMayBeRead(CapturedOutput output) {
        try (RedisServer server = RedisServer.builder()
                .config("user eve on >pw ~* &* +@all -zadd")
                .config("user bob on >pw ~* &* +@all -zadd -acl")
                .start()) {
            run(server, "eve:pw@");
            assertThat(output.getOut())
                    .containsPattern("add FAILED: Redis at .* refused the script add.*lacks a right \\(command zadd\\)"
                            + ": see .*managed-redis[^ ]*#rights")
                    .contains("remove: ");
            run(server, "bob:pw@");
            assertThat(output.getOut()).containsPattern("add FAILED: .* lacks a right: see ");
        }
    }
}

package io.delayqueue.web.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.autoconfigure.diagnostics.FailingStart;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.io.DefaultResourceLoader;

/** Starts that fail because access would be unauthenticated. */
@ExtendWith(OutputCaptureExtension.class)
class UnprotectedWebTests {

    private static final ClassLoader WITHOUT_SPRING_SECURITY = new FilteredClassLoader("org.springframework.security");

    private final CapturedOutput output;

    UnprotectedWebTests(CapturedOutput output) {
        this.output = output;
    }

    private String report(String... arguments) {
        return FailingStart.report(
                output,
                new SpringApplication(new DefaultResourceLoader(WITHOUT_SPRING_SECURITY), WebApplication.class),
                arguments);
    }

    @Test
    void startWithoutSpringSecurityShouldFailAndSayWhatCanBeDone() {
        assertThat(report("--server.port=0"))
                .contains(
                        "serves an API and a dashboard at /delayqueue. Everybody with access to the port could see and change"
                                + " tasks there, because Spring Security is not on the class path.\n")
                .contains(
                        "- Add org.springframework.boot:spring-boot-starter-security, and give users the role"
                                + " DELAYQUEUE_VIEWER, which may see tasks, or DELAYQUEUE_OPERATOR, which may change them too.\n")
                .contains("- Set delayqueue.web.allow-unauthenticated=true if")
                .contains("- Set delayqueue.web.enabled=false for");
    }

    @Test
    void reportShouldNamePathAndRolesAsTheyAreSet() {
        assertThat(report("--server.port=0", "--delayqueue.web.path=/ops/tasks", "--delayqueue.web.viewer-role=GUEST"))
                .contains("at /ops/tasks. Everybody")
                .contains("the role GUEST, which may see");
    }

    @Test
    void startThatIsLazyShouldFailToo() {
        assertThat(report("--server.port=0", "--spring.main.lazy-initialization=true"))
                .contains("Spring Security is not on the class path");
    }

    @Test
    void readOnlyShouldNotBeEnough() {
        assertThat(report("--server.port=0", "--delayqueue.web.read-only=true"))
                .contains("Spring Security is not on the class path");
    }
}

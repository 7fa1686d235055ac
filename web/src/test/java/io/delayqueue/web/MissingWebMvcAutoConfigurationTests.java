package io.delayqueue.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import io.delayqueue.engine.DelayQueueEngine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The module in applications without Spring MVC. */
@ExtendWith(OutputCaptureExtension.class)
class MissingWebMvcAutoConfigurationTests {

    private static final String WARNING = "delayqueue-spring-boot-web needs a server with Spring MVC";

    private static final AutoConfigurations CONFIGURATIONS =
            AutoConfigurations.of(DelayQueueWebAutoConfiguration.class, MissingWebMvcAutoConfiguration.class);

    private final ReactiveWebApplicationContextRunner runner =
            new ReactiveWebApplicationContextRunner().withConfiguration(CONFIGURATIONS);

    private final CapturedOutput output;

    MissingWebMvcAutoConfigurationTests(CapturedOutput output) {
        this.output = output;
    }

    @Test
    void applicationWithWebFluxShouldWarnAndNameTheRemedies() {
        runner.withBean(DelayQueueEngine.class, () -> mock(DelayQueueEngine.class))
                .run(context -> {
                    assertThat(context).hasNotFailed().doesNotHaveBean(WebQueues.class);
                    assertThat(output.getOut())
                            .containsOnlyOnce(WARNING)
                            .containsPattern("WARN.*" + WARNING)
                            .contains("spring-boot-starter-webmvc")
                            .contains("delayqueue.web.enabled=false");
                });
    }

    @Test
    void moduleThatIsSwitchedOffShouldNotWarn() {
        runner.withBean(DelayQueueEngine.class, () -> mock(DelayQueueEngine.class))
                .withPropertyValues("delayqueue.web.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("delayQueueMissingWebMvc"));
        assertThat(output.getOut()).doesNotContain(WARNING);
    }

    @Test
    void applicationWithoutAQueueShouldNotWarn() {
        runner.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("delayQueueMissingWebMvc"));
    }

    private final ApplicationContextRunner withoutServer = new ApplicationContextRunner()
            .withConfiguration(CONFIGURATIONS)
            .withBean(DelayQueueEngine.class, () -> mock(DelayQueueEngine.class));

    @Test
    void applicationWithoutServletsShouldWarn() {
        withoutServer
                .withClassLoader(new FilteredClassLoader("jakarta.servlet"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(WebQueues.class));
        assertThat(output.getOut()).containsOnlyOnce(WARNING);
    }

    @Test
    void applicationThatIsNoWebApplicationOnPurposeShouldNotWarn() {
        withoutServer.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("delayQueueMissingWebMvc"));
    }
}

package io.delayqueue.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.properties.StartupFailures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class CallbackThreadsTests {

    private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(DelayQueueAutoConfiguration.class))
            .withBean(FakeBackend.class);

    @ParameterizedTest
    @CsvSource({"nobody, there is no such bean", "text, that bean is a java.lang.String"})
    void nameThatIsNoExecutorsShouldFailTheStart(String name, String but) {
        contextRunner
                .withBean("text", String.class, () -> "a text")
                .withPropertyValues("delayqueue.executor=" + name)
                .run(context -> {
                    assertThat(context).hasFailed();
                    assertThat(StartupFailures.description(context.getStartupFailure()))
                            .startsWith("Invalid value '" + name + "' for configuration property 'delayqueue.executor'")
                            .endsWith("It must be the name of a bean of Executor, but " + but);
                });
    }

    @ParameterizedTest
    @CsvSource({"delayqueue.executor", "delayqueue.queues.billing.executor"})
    void nameThatIsNoExecutorsShouldBeReportedOfThePropertyThatIsSet(String property) {
        contextRunner
                .withPropertyValues(
                        "delayqueue.default-queue=false",
                        "delayqueue.queues.billing.redis.port=1",
                        property + "=nobody")
                .run(context -> {
                    assertThat(context).hasFailed();
                    assertThat(StartupFailures.description(context.getStartupFailure()))
                            .startsWith("Invalid value 'nobody' for configuration property '" + property + "'");
                });
    }

    @Test
    void executorThatCannotBeMadeShouldFailTheStartWithItsOwnReason() {
        contextRunner
                .withBean("broken", Object.class, () -> {
                    throw new IllegalStateException("no threads today");
                })
                .withPropertyValues("delayqueue.executor=broken")
                .run(context -> {
                    assertThat(context).hasFailed();
                    assertThat(context.getStartupFailure()).isInstanceOf(BeanCreationException.class);
                    assertThat(StartupFailures.reason(context.getStartupFailure()))
                            .isEqualTo("no threads today");
                });
    }

    @Test
    void emptyNameShouldBeNone() {
        contextRunner.withPropertyValues("delayqueue.executor=").run(context -> assertThat(context)
                .hasNotFailed());
    }
}

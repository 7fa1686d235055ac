package io.delayqueue.autoconfigure.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.delayqueue.RejectTaskException;
import io.delayqueue.RetryTaskException;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskErrorHandler;
import io.delayqueue.TopicName;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.autoconfigure.TestInvocation;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.config.BeanDefinitionCustomizer;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.util.ReflectionUtils;

/** Selection of error handlers, and their effect on failures. */
class ErrorHandlersTests {

    private static final IOException FAILURE = new IOException("no luck");

    private final List<Object> seen = new ArrayList<>();

    private final ApplicationContextRunner runner = Listening.to();

    private TaskErrorHandler recording(String name) {
        return (context, payload, failure) -> seen.addAll(List.of(name, context.id(), payload, failure));
    }

    private static Throwable fail(ApplicationContext context, String topic, Throwable failure) {
        TestInvocation invocation =
                new TestInvocation(new TopicName("g", topic), () -> ReflectionUtils.rethrowException(failure));
        return catchThrowable(() -> invocation.pass(context.getBean(ErrorHandlers.class)));
    }

    @Test
    void failureShouldStandIfTheHandlerReturns() {
        runner.withBean(TaskErrorHandler.class, () -> recording("mine")).run(context -> {
            assertThat(fail(context, "any", FAILURE)).isSameAs(FAILURE);
            assertThat(seen).containsExactly("mine", "order-42", "payload", FAILURE);
        });
    }

    @Test
    void whatTheHandlerThrowsShouldStandForTheFailure() {
        RetryTaskException retry = new RetryTaskException(Duration.ofHours(1), "later", FAILURE);
        RejectTaskException reject = new RejectTaskException("never");
        runner.withBean(TaskErrorHandler.class, () -> (context, payload, failure) -> {
                    if (failure == FAILURE) {
                        throw retry;
                    }
                    throw failure instanceof Error ? reject : (Exception) failure;
                })
                .run(context -> {
                    assertThat(fail(context, "any", FAILURE)).isSameAs(retry).hasNoSuppressedExceptions();
                    AssertionError error = new AssertionError();
                    assertThat(fail(context, "any", error)).isSameAs(reject).hasSuppressedException(error);
                    Exception same = new IllegalStateException();
                    assertThat(fail(context, "any", same)).isSameAs(same).hasNoSuppressedExceptions();
                });
    }

    @Test
    void failureShouldStandIfThereIsNoHandler() {
        runner.run(context -> assertThat(fail(context, "any", FAILURE)).isSameAs(FAILURE));
    }

    @Test
    void handlerOfATopicShouldGoBeforeTheOneOfAll() {
        runner.withUserConfiguration(Failing.class, Topic.class)
                .withBean("common", TaskErrorHandler.class, () -> recording("common"), bean -> bean.setPrimary(true))
                .withBean("own", TaskErrorHandler.class, () -> recording("own"))
                .run(context -> {
                    fail(context, "named", FAILURE);
                    fail(context, "given", FAILURE);
                    fail(context, "topic", FAILURE);
                    fail(context, "plain", FAILURE);
                    assertThat(seen)
                            .filteredOn(List.of("common", "own")::contains)
                            .containsExactly("own", "own", "own", "common");
                });
    }

    @Test
    void severalWithoutAPrimaryOneShouldFailAndSayWhatToDo() {
        runner.withUserConfiguration(Failing.class)
                .withBean("own", TaskErrorHandler.class, () -> recording("own"))
                .withBean("other", TaskErrorHandler.class, () -> recording("other"))
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOf(InvalidListenerException.class)
                        .hasMessage(
                                "There are several beans of io.delayqueue.TaskErrorHandler, [other, own], none of them"
                                        + " is primary, and not every one is the errorHandler of a listener. It is not defined which of them"
                                        + " handles the topics that name none. Make that one primary, or make each that is for listeners that"
                                        + " name it no default candidate, by @Bean(defaultCandidate = false)"));
    }

    @Test
    void severalThatListenersNameShouldBeForThemOnly() {
        runner.withUserConfiguration(Failing.class, Wrong.class)
                .withPropertyValues("handler=other")
                .withBean("own", TaskErrorHandler.class, () -> recording("own"))
                .withBean("other", TaskErrorHandler.class, () -> recording("other"))
                .run(context -> {
                    fail(context, "named", FAILURE);
                    fail(context, "t", FAILURE);
                    assertThat(fail(context, "plain", FAILURE)).isSameAs(FAILURE);
                    assertThat(seen)
                            .filteredOn(List.of("other", "own")::contains)
                            .containsExactly("own", "other");
                });
    }

    @Test
    void oneThatIsNoDefaultCandidateShouldBeForListenersThatNameItOnly() {
        BeanDefinitionCustomizer notByDefault = bean -> ((AbstractBeanDefinition) bean).setDefaultCandidate(false);
        ApplicationContextRunner named = runner.withUserConfiguration(Failing.class)
                .withBean("own", TaskErrorHandler.class, () -> recording("own"), notByDefault);
        named.run(context -> {
            fail(context, "named", FAILURE);
            fail(context, "plain", FAILURE);
            assertThat(seen).filteredOn("own"::equals).hasSize(1);
        });
        seen.clear();
        named.withBean("common", TaskErrorHandler.class, () -> recording("common"))
                .run(context -> {
                    fail(context, "named", FAILURE);
                    fail(context, "plain", FAILURE);
                    assertThat(seen)
                            .filteredOn(List.of("common", "own")::contains)
                            .containsExactly("own", "common");
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"gone", "callbacks"})
    void nameWithoutAHandlerShouldFailAndNameTheListener(String name) {
        runner.withUserConfiguration(Wrong.class)
                .withPropertyValues("handler=" + name)
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage("@DelayQueueListener on the method " + Wrong.class.getName()
                                + ".on of the bean 'errorHandlersTests.Wrong' is wrong: errorHandler must be the name of"
                                + " a bean of io.delayqueue.TaskErrorHandler, but is '" + name + "'"));
    }

    static class Failing {
        @DelayQueueListener(group = "g", topic = "named", errorHandler = "own")
        void named() {}

        @DelayQueueListener(group = "g", topic = "given", errorHandler = "#{@own}")
        void given() {}

        @DelayQueueListener(group = "g", topic = "plain", errorHandler = "${none:}")
        void plain() {}
    }

    @DelayQueueListener(group = "g", topic = "topic", errorHandler = "own")
    static class Topic implements TaskCallback<String> {
        @Override
        public void call(String payload, TaskContext context) {}
    }

    static class Wrong {
        @DelayQueueListener(group = "g", topic = "t", errorHandler = "${handler}")
        void on() {}
    }
}

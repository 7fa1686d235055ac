package io.delayqueue.autoconfigure.listener;

import static io.delayqueue.autoconfigure.listener.Listening.call;
import static io.delayqueue.autoconfigure.listener.Listening.callback;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.callback.TopicCallbacks;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;

/** Creation of listener beans by scope. */
class ListenerScopesTests {

    @Test
    void lazyBeanShouldListenFromTheStart() {
        Listening.to(LazyListener.class, LazyCallback.class).run(context -> {
            assertThat(context.getBeanFactory().containsSingleton("listenerScopesTests.LazyListener"))
                    .isTrue();
            assertThat(callback(context, "lazy")).isNotNull();
            assertThat(callback(context, "lazy-callback")).isNotNull();
        });
    }

    @Test
    void lazyBeanWithoutListenersShouldStayLazy() {
        Listening.to(LazyBystander.class).run(context -> assertThat(
                        context.getBeanFactory().containsSingleton("listenerScopesTests.LazyBystander"))
                .isFalse());
    }

    @Test
    void listenersShouldBeFoundWhenEverythingIsLazy() {
        Listening.to(Bystander.class, Listener.class)
                .withInitializer(context ->
                        context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
                .run(context -> {
                    assertThat(context.getBeanFactory().containsSingleton("listenerScopesTests.Bystander"))
                            .isFalse();
                    assertThat(context.getBeanFactory().containsSingleton("registrar"))
                            .isTrue();
                    assertThat(callback(context, "listener")).isNotNull();
                });
    }

    @Test
    void prototypeWithoutListenersShouldBeLeftAlone() {
        Listening.to(PrototypeBystander.class)
                .run(context -> assertThat(context.getBean(TopicCallbacks.class).topics())
                        .isEmpty());
    }

    @Test
    void prototypeBehindClassProxyShouldBeMadeForEachTask() {
        Listening.to(ScopedListener.class, Log.class).run(context -> {
            call(context, "scoped", "a");
            call(context, "scoped", "b");
            assertThat(context.getBean(Log.class).seen).hasSize(2).doesNotHaveDuplicates();
        });
    }

    @Test
    void prototypeBehindInterfaceProxyShouldBeMadeForEachTask() {
        Listening.to(ScopedCallback.class, Log.class).run(context -> {
            assertThat(callback(context, "scoped-callback").payloadType()).isEqualTo(String.class);
            call(context, "scoped-callback", "a");
            call(context, "scoped-callback", "b");
            assertThat(context.getBean(Log.class).seen).hasSize(2).doesNotHaveDuplicates();
        });
    }

    static class Listener {
        @DelayQueueListener(group = "g", topic = "listener")
        void on() {}
    }

    @Lazy
    static class LazyListener {
        @DelayQueueListener(group = "g", topic = "lazy")
        void on() {}
    }

    @Lazy
    @DelayQueueListener(group = "g", topic = "lazy-callback")
    static class LazyCallback implements TaskCallback<String> {
        @Override
        public void call(String payload, TaskContext context) {}
    }

    @Lazy
    static class LazyBystander {}

    static class Bystander {}

    @Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
    static class PrototypeBystander {}

    static class Log {
        final List<Object> seen = new ArrayList<>();
    }

    @Scope(scopeName = ConfigurableBeanFactory.SCOPE_PROTOTYPE, proxyMode = ScopedProxyMode.TARGET_CLASS)
    static class ScopedListener {

        private final Log log;

        ScopedListener(Log log) {
            this.log = log;
        }

        @DelayQueueListener(group = "g", topic = "scoped")
        void on(String payload) {
            log.seen.add(this);
        }
    }

    @DelayQueueListener(group = "g", topic = "scoped-callback")
    @Scope(scopeName = ConfigurableBeanFactory.SCOPE_PROTOTYPE, proxyMode = ScopedProxyMode.INTERFACES)
    static class ScopedCallback implements TaskCallback<String> {

        private final Log log;

        ScopedCallback(Log log) {
            this.log = log;
        }

        @Override
        public void call(String payload, TaskContext context) {
            log.seen.add(this);
        }
    }
}

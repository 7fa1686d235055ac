package io.delayqueue.autoconfigure.listener;

import static io.delayqueue.autoconfigure.listener.Listening.call;
import static io.delayqueue.autoconfigure.listener.Listening.callback;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.annotation.DelayQueueListener;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.List;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.framework.autoproxy.DefaultAdvisorAutoProxyCreator;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** Callbacks are called through the proxy of their bean. */
class ListenerProxiesTests {

    @Test
    void methodsOfClassProxyShouldBeAdvised() {
        run(true, OnClass.class).run(context -> {
            assertThat(AopUtils.isCglibProxy(context.getBean(OnClass.class))).isTrue();
            for (String topic : List.of("public", "protected", "package", "inherited")) {
                call(context, topic, topic);
            }
            assertThat(calls(context))
                    .containsExactly(
                            "advice onPublic",
                            "public of proxied",
                            "advice onProtected",
                            "protected of proxied",
                            "advice onPackage",
                            "package of proxied",
                            "advice onInherited",
                            "inherited of proxied");
        });
    }

    @Test
    void privateMethodOfClassProxyShouldFailAndBeNamed() {
        run(true, Private.class).run(context -> assertThat(context)
                .getFailure()
                .isInstanceOf(InvalidListenerException.class)
                .hasMessage("@DelayQueueListener is on the method " + Private.class.getName()
                        + ".hidden of the bean 'listenerProxiesTests.Private', which is private, and the bean has a proxy,"
                        + " which cannot call it: make it package-private, protected or public"));
    }

    @Test
    void finalCallbackBeanWithClassProxyShouldBeCalledOnTheBean() {
        run(true, FinalCallback.class).run(context -> {
            assertThat(AopUtils.isCglibProxy(context.getBean(FinalCallback.class)))
                    .isTrue();
            call(context, "final", "payload");
            assertThat(calls(context)).contains("payload of proxied");
        });
    }

    @ParameterizedTest
    @ValueSource(classes = {Final.class, FinalCallbackOfAny.class})
    void finalMethodOfClassProxyShouldFailAndBeNamed(Class<?> component) {
        run(true, component).run(context -> assertThat(context)
                .getFailure()
                .isInstanceOf(InvalidListenerException.class)
                .hasMessageContaining(component.getName())
                .hasMessageContaining(", which is final, and the bean has a proxy")
                .hasMessageEndingWith("Make it not final"));
    }

    @Test
    void finalMethodOfABeanWithoutAProxyShouldBeCalled() {
        Listening.to(Advice.class, FinalUnproxied.class).run(context -> {
            call(context, "final", "payload");
            assertThat(calls(context)).containsExactly("payload of proxied");
        });
    }

    @Test
    void methodOfTheInterfaceOfInterfaceProxyShouldBeAdvised() {
        run(false, OnInterface.class).run(context -> {
            assertThat(AopUtils.isJdkDynamicProxy(context.getBean(Handler.class)))
                    .isTrue();
            assertThat(callback(context, "interface").payloadType()).isEqualTo(String.class);
            call(context, "interface", "payload");
            assertThat(calls(context)).containsExactly("advice handle", "payload of proxied");
        });
    }

    @Test
    void whatTheMethodThrowsShouldArriveThroughTheProxy() {
        run(false, OnInterface.class).run(context -> assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> call(context, "interface", "fail"))
                .withMessage("planned"));
    }

    @Test
    void methodThatTheInterfaceLacksShouldFailAndSayWhatToDo() {
        run(false, BesideInterface.class).run(context -> assertThat(context)
                .getFailure()
                .isInstanceOf(InvalidListenerException.class)
                .hasMessage("@DelayQueueListener is on the method " + BesideInterface.class.getName()
                        + ".beside of the bean 'listenerProxiesTests.BesideInterface', which the interfaces of the bean's"
                        + " proxy do not have: declare it in one of them, or let the proxy extend the class"
                        + " (proxyTargetClass)"));
    }

    @Test
    void callbackBeanWithClassProxyShouldBeAdvised() {
        run(true, Callback.class).run(context -> {
            assertThat(callback(context, "callback").payloadType()).isEqualTo(String.class);
            call(context, "callback", "payload");
            assertThat(calls(context)).containsExactly("advice call", "payload of proxied");
        });
    }

    @Test
    void callbackBeanWithInterfaceProxyShouldBeAdvised() {
        run(false, Callback.class).run(context -> {
            assertThat(AopUtils.isJdkDynamicProxy(context.getBean(TaskCallback.class)))
                    .isTrue();
            assertThat(callback(context, "callback").payloadType()).isEqualTo(String.class);
            call(context, "callback", "payload");
            assertThat(calls(context)).containsExactly("advice call", "payload of proxied");
        });
    }

    @Test
    void callbackBeanOfMethodWithInterfaceProxyShouldBeFoundByItsClass() {
        run(false, CallbackFactory.class).run(context -> {
            call(context, "callback", "payload");
            assertThat(calls(context)).containsExactly("advice call", "payload of proxied");
        });
    }

    private static ApplicationContextRunner run(boolean proxyTargetClass, Class<?> component) {
        return Listening.to(component, Advice.class).withPropertyValues("proxy-target-class=" + proxyTargetClass);
    }

    private static List<String> calls(ApplicationContext context) {
        return context.getBean(Calls.class).all;
    }

    record Calls(List<String> all) {}

    /** Advises methods with {@link Advised}, like transactions. */
    @Configuration(proxyBeanMethods = false)
    static class Advice {

        @Bean
        static DefaultAdvisorAutoProxyCreator proxyCreator(Environment environment) {
            DefaultAdvisorAutoProxyCreator creator = new DefaultAdvisorAutoProxyCreator();
            creator.setProxyTargetClass(environment.getProperty("proxy-target-class", Boolean.class, false));
            return creator;
        }

        @Bean
        static Calls calls() {
            return new Calls(new ArrayList<>());
        }

        @Bean
        static DefaultPointcutAdvisor advisor(Calls calls) {
            return new DefaultPointcutAdvisor(
                    new AnnotationMatchingPointcut(Advised.class), (MethodInterceptor) invocation -> {
                        calls.all().add("advice " + invocation.getMethod().getName());
                        return invocation.proceed();
                    });
        }
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Advised {}

    abstract static class Component {

        private final Calls calls;

        Component(Calls calls) {
            this.calls = calls;
        }

        /** Fails if called on the proxy, which has no fields. */
        void called(String payload) {
            calls.all().add(payload + " of proxied");
        }

        @DelayQueueListener(group = "g", topic = "inherited")
        void onInherited(String payload) {
            called(payload);
        }
    }

    @Advised
    static class OnClass extends Component {

        OnClass(Calls calls) {
            super(calls);
        }

        @DelayQueueListener(group = "g", topic = "public")
        public void onPublic(String payload) {
            called(payload);
        }

        @DelayQueueListener(group = "g", topic = "protected")
        protected void onProtected(String payload) {
            called(payload);
        }

        @DelayQueueListener(group = "g", topic = "package")
        void onPackage(String payload) {
            called(payload);
        }
    }

    @Advised
    static class Private {
        @DelayQueueListener(group = "g", topic = "private")
        private void hidden(String payload) {}
    }

    @Advised
    static class Final extends Component {

        Final(Calls calls) {
            super(calls);
        }

        @DelayQueueListener(group = "g", topic = "final")
        public final void handle(String payload) {
            called(payload);
        }
    }

    static class FinalUnproxied extends Component {

        FinalUnproxied(Calls calls) {
            super(calls);
        }

        @DelayQueueListener(group = "g", topic = "final")
        public final void handle(String payload) {
            called(payload);
        }
    }

    @Advised
    @DelayQueueListener(group = "g", topic = "final")
    static class FinalCallback extends Component implements TaskCallback<String> {

        FinalCallback(Calls calls) {
            super(calls);
        }

        @Override
        public final void call(String payload, TaskContext context) {
            called(payload);
        }
    }

    /** Without the bridge method that other payloads have, and that a proxy can override. */
    @Advised
    @DelayQueueListener(group = "g", topic = "final")
    static class FinalCallbackOfAny implements TaskCallback<Object> {
        @Override
        public final void call(Object payload, TaskContext context) {}
    }

    interface Handler {
        void handle(String payload) throws IOException;
    }

    @Advised
    static class OnInterface implements Handler {

        private final Calls calls;

        OnInterface(Calls calls) {
            this.calls = calls;
        }

        @Override
        @DelayQueueListener(group = "g", topic = "interface")
        public void handle(String payload) throws IOException {
            if (payload.equals("fail")) {
                throw new IOException("planned");
            }
            calls.all().add(payload + " of proxied");
        }
    }

    @Advised
    static class BesideInterface implements Handler {
        @Override
        public void handle(String payload) {}

        @DelayQueueListener(group = "g", topic = "beside")
        public void beside(String payload) {}
    }

    @Advised
    @DelayQueueListener(group = "g", topic = "callback")
    static class Callback implements TaskCallback<String> {

        private final Calls calls;

        Callback(Calls calls) {
            this.calls = calls;
        }

        @Override
        public void call(String payload, TaskContext context) {
            calls.all().add(payload + " of proxied");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class CallbackFactory {
        @Bean
        TaskCallback<String> callback(Calls calls) {
            return new Callback(calls);
        }
    }
}

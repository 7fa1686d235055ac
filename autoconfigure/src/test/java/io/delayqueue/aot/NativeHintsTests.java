package io.delayqueue.aot;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.Callback;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.autoconfigure.DelayQueueAutoConfiguration;
import io.delayqueue.autoconfigure.DelayQueueProperties;
import io.delayqueue.autoconfigure.RetryProperties;
import io.delayqueue.autoconfigure.endpoint.DelayQueueEndpointAutoConfiguration;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.ProxyFactoryBean;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.ReflectionHintsPredicates;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.javapoet.ClassName;

/** Hints for a native image. They are contributed without creating beans: those here would fail. */
class NativeHintsTests {

    private static final ReflectionHintsPredicates REFLECTION = RuntimeHintsPredicates.reflection();

    private static RuntimeHints hints(Class<?> configuration, String... properties) {
        return hints(NativeHintsTests.class.getClassLoader(), configuration, properties);
    }

    private static RuntimeHints hints(ClassLoader classLoader, Class<?> configuration, String... properties) {
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            context.setClassLoader(classLoader);
            context.register(configuration);
            TestPropertyValues.of(properties).applyTo(context);
            DefaultGenerationContext generation = new DefaultGenerationContext(
                    new ClassNameGenerator(ClassName.get("io.delayqueue.aot", "Prepared")),
                    new InMemoryGeneratedFiles());
            new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
            return generation.getRuntimeHints();
        }
    }

    /** Hints that a JSON mapper needs for a record. */
    private static Predicate<RuntimeHints> binding(Class<?> type) {
        return REFLECTION
                .onType(type)
                .withMemberCategories(
                        MemberCategory.INVOKE_DECLARED_CONSTRUCTORS, MemberCategory.ACCESS_DECLARED_FIELDS);
    }

    @Test
    void methodsOfListenersShouldBeInvocable() {
        assertThat(hints(Shop.class))
                .matches(REFLECTION.onMethodInvocation(Listener.class, "direct"))
                .matches(REFLECTION.onMethodInvocation(Listener.class, "composed"))
                .matches(REFLECTION.onMethodInvocation(Listener.class, "inherited"))
                .matches(REFLECTION.onMethodInvocation(Contract.class, "inherited"));
    }

    @Test
    void payloadsShouldBeBound() {
        RuntimeHints hints = hints(Shop.class);
        assertThat(List.of(
                        Plain.class,
                        Element.class,
                        Nested.class,
                        Value.class,
                        Generic.class,
                        OfBean.class,
                        OfClass.class))
                .allSatisfy(type -> assertThat(hints).matches(binding(type)));
        assertThat(hints).matches(REFLECTION.onMethodInvocation(Plain.class, "nested"));
    }

    @Test
    void whatAValidatorReadsShouldBeKept() throws ReflectiveOperationException {
        RuntimeHints hints = hints(Shop.class);
        assertThat(hints)
                .matches(fields(Checked.class))
                .matches(fields(CheckedBase.class))
                .matches(fields(CheckedElement.class))
                .matches(REFLECTION.onMethodInvocation(Checked.class.getDeclaredMethod("getElements")));
        assertThat(List.of("Elements", "Entries", "Value")).allSatisfy(container -> assertThat(hints)
                .matches(fields(Class.forName("io.delayqueue.autoconfigure.listener.BeanValidation$" + container))));
    }

    @Test
    void nothingOfAValidatorShouldBeKeptWithoutOne() {
        RuntimeHints hints = hints(new FilteredClassLoader("jakarta.validation"), Unchecked.class);
        assertThat(hints).matches(binding(OfClass.class));
        assertThat(hints.reflection().typeHints().map(hint -> hint.getType().getName()))
                .noneMatch(name -> name.contains("BeanValidation"));
    }

    private static Predicate<RuntimeHints> fields(Class<?> type) {
        return REFLECTION.onType(type).withMemberCategory(MemberCategory.ACCESS_DECLARED_FIELDS);
    }

    @Test
    void contextShouldNotBeBound() {
        assertThat(hints(Shop.class)).matches(binding(TaskContext.class).negate());
    }

    @Test
    void callbacksThatTasksMayCarryShouldBeConstructed() {
        RuntimeHints named = hints(Nothing.class, "delayqueue.allowed-callbacks=" + Mail.class.getName());
        RuntimeHints inPackage = hints(Nothing.class, "delayqueue.allowed-callbacks[0]=io.delayqueue.aot.*");
        assertThat(List.of(named, inPackage)).allSatisfy(hints -> assertThat(hints)
                .matches(REFLECTION.onConstructorInvocation(Mail.class.getConstructors()[0]))
                .matches(binding(Letter.class)));
        assertThat(hints(Nothing.class, "delayqueue.allowed-callbacks=com.example.Gone"))
                .matches(REFLECTION.onType(Mail.class).negate());
    }

    @Test
    void classesThatFurtherQueuesNameShouldBeKept() {
        RuntimeHints hints = hints(
                Nothing.class,
                "delayqueue.queues.mail.allowed-callbacks=" + Mail.class.getName(),
                "delayqueue.queues.bulk.retry.no-retry-for=" + Refused.class.getName());
        assertThat(hints)
                .matches(REFLECTION.onConstructorInvocation(Mail.class.getConstructors()[0]))
                .matches(binding(Letter.class))
                .matches(REFLECTION.onType(Refused.class));
    }

    @Test
    void exceptionsThatAreNotTriedAgainShouldBeFoundByName() {
        assertThat(hints(Nothing.class, "delayqueue.retry.no-retry-for=" + Refused.class.getName()))
                .matches(REFLECTION.onType(Refused.class));
    }

    @Test
    void propertiesShouldBeBound() {
        assertThat(hints(Automatic.class))
                .matches(REFLECTION.onConstructorInvocation(
                        DelayQueueProperties.class.getDeclaredConstructors()[0]))
                .matches(
                        REFLECTION.onConstructorInvocation(RetryProperties.class.getDeclaredConstructors()[0]));
    }

    @Test
    void answersOfEndpointsShouldBeBound() {
        RuntimeHints hints = hints(Operated.class, "management.endpoints.web.exposure.include=*");
        assertThat(List.of("Queues", "Group", "Topic", "Change", "Payloads", "Limits", "Keys", "Problem"))
                .allSatisfy(answer -> assertThat(hints)
                        .matches(
                                binding(Class.forName("io.delayqueue.autoconfigure.endpoint.Descriptions$" + answer))));
    }

    @Configuration(proxyBeanMethods = false)
    static class Nothing {}

    @ImportAutoConfiguration({
        DataRedisAutoConfiguration.class,
        DelayQueueAutoConfiguration.class,
        DelayQueueEndpointAutoConfiguration.class
    })
    static class Operated {}

    @ImportAutoConfiguration({DataRedisAutoConfiguration.class, DelayQueueAutoConfiguration.class})
    static class Automatic {}

    @Configuration(proxyBeanMethods = false)
    static class Unchecked {

        @Bean
        Topic topic() {
            throw new IllegalStateException("made");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Shop {

        @Bean
        Listener listener() {
            throw new IllegalStateException("made");
        }

        @Bean
        Typed<Generic> typed() {
            throw new IllegalStateException("made");
        }

        @Bean
        @DelayQueueListener(group = "shop", topic = "bean")
        TaskCallback<Map<String, OfBean>> callback() {
            throw new IllegalStateException("made");
        }

        @Bean
        Topic topic() {
            throw new IllegalStateException("made");
        }

        @Bean
        ProxyFactoryBean proxied() {
            return new ProxyFactoryBean();
        }
    }

    interface Contract {
        void inherited(Value[] values);
    }

    @Retention(RetentionPolicy.RUNTIME)
    @DelayQueueListener(group = "shop", topic = "composed")
    @interface Composed {}

    static class Listener implements Contract {

        @DelayQueueListener(group = "shop", topic = "direct")
        void direct(Plain plain, TaskContext context) {}

        @Composed
        void composed(List<? extends Element> elements) {}

        @DelayQueueListener(group = "shop", topic = "checked")
        void checked(@Valid List<Checked> payload) {}

        @Override
        @DelayQueueListener(group = "shop", topic = "inherited")
        public void inherited(Value[] values) {}
    }

    static class Typed<T> {
        @DelayQueueListener(group = "shop", topic = "typed")
        void typed(T payload) {}
    }

    @DelayQueueListener(group = "shop", topic = "class")
    static class Topic implements TaskCallback<OfClass> {
        @Override
        public void call(OfClass payload, TaskContext context) {}
    }

    record Plain(Nested nested) {}

    record Nested(String text) {}

    record Element(String text) {}

    record Value(String text) {}

    record Generic(String text) {}

    record OfBean(String text) {}

    record OfClass(String text) {}

    static class CheckedBase {
        @NotBlank
        private String text = "";

        public String getText() {
            return text;
        }
    }

    static class Checked extends CheckedBase {

        @NotNull
        private Long number = 1L;

        @Valid
        public List<CheckedElement> getElements() {
            return List.of();
        }

        public Long getNumber() {
            return number;
        }
    }

    record CheckedElement(@NotBlank String text) {}

    record Letter(String text) {}

    public static class Mail implements Callback {
        public Mail(List<Letter> letters) {}

        @Override
        public void call() {}
    }

    static class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
}

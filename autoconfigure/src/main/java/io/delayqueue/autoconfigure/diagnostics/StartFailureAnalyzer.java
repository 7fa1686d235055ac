package io.delayqueue.autoconfigure.diagnostics;

import io.delayqueue.InvalidSettingException;
import io.delayqueue.autoconfigure.AmbiguousMapperException;
import io.delayqueue.autoconfigure.DelayQueueStoreFactory;
import io.delayqueue.autoconfigure.InvalidScheduleException;
import io.delayqueue.autoconfigure.diagnostics.BootVersionFilter.UnsupportedBootException;
import io.delayqueue.autoconfigure.listener.DisabledGroupException;
import io.delayqueue.autoconfigure.listener.InvalidListenerException;
import io.delayqueue.autoconfigure.queues.NamedQueues;
import io.delayqueue.callback.DuplicateCallbackException;
import io.delayqueue.log.Documentation;
import java.net.URL;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.context.ApplicationContextException;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/**
 * Explains exceptions of the start by a table. Precedes Spring Boot's own analyzers, which name the bound class of a property and no origin,
 * and suggest to define a missing bean. Uses only what Spring Boot 3 has too.
 */
@Order(0)
final class StartFailureAnalyzer extends AbstractFailureAnalyzer<Throwable> {

    /** Matches messages of properties, such as "delayqueue.lease must be ...". */
    private static final Pattern SENTENCE = Pattern.compile("(delayqueue\\.[\\w.-]+):? .*", Pattern.DOTALL);

    private static final Pattern IS_DURATION = Pattern.compile("but is \\d+(us|ms|s|m|h|d)");

    private static final String STORE = "delayqueue.store";

    private static final String MODULE = "io.delayqueue:delayqueue-test";

    private static final String AUTO_CONFIGURATION = "io.delayqueue.test.autoconfigure.InMemoryStoreAutoConfiguration";

    private final List<Row<?>> rows = List.of(
            new Row<>(BindException.class, this::property),
            new Row<>(NoSuchBeanDefinitionException.class, this::missingStore),
            new Row<>(DisabledGroupException.class, this::disabledGroup),
            new Row<>(InvalidListenerException.class, StartFailureAnalyzer::invalidListener),
            new Row<>(NoClassDefFoundError.class, StartFailureAnalyzer::oldJedis),
            new Row<>(
                    DuplicateCallbackException.class,
                    cause -> new Text(
                            "The topic " + cause.topic() + " has two callbacks:\n\n  - " + cause.firstSource()
                                    + "\n  - " + cause.secondSource(),
                            "Remove one of them, or give it a topic of its own and add a task to each topic. If it is one class twice,"
                                    + " it is defined as a bean twice, such as by component scanning and by a @Bean method: define it once.")),
            new Row<>(
                    AmbiguousMapperException.class,
                    cause -> new Text(
                            cause.getMessage() + ".",
                            "Annotate one of them with @Primary, or with @Qualifier(\"" + cause.queue()
                                    + "\"), the name of the queue. Take"
                                    + " the one that has written the waiting payloads: another one may read them as null. "
                                    + Documentation.link("configuration.html#beans")
                                    + " describes the beans of a queue.")),
            new Row<>(
                    InvalidScheduleException.class,
                    cause -> new Text(
                            String.valueOf(cause.getMessage()),
                            "Change the bean. " + Documentation.link("tasks.html#declare-repeating-tasks-in-code")
                                    + " describes schedules.")),
            // Only the start of a queue knows all limits.
            new Row<>(
                    ApplicationContextException.class,
                    cause -> cause.getCause() instanceof InvalidSettingException invalid
                            ? new Text(
                                    invalid.getMessage() + ".",
                                    "Declare the limit by @DelayQueueLimit or by delayqueue.limits, or change the limits of the listener. "
                                            + Documentation.link("limits.html") + " describes limits.")
                            : null),
            new Row<>(
                    UnsupportedBootException.class,
                    cause -> new Text(
                            cause.getMessage() + ".",
                            "Upgrade the application to Spring Boot 4, or remove the dependency on delayqueue. "
                                    + Documentation.link("compatibility.html") + " lists the versions.")));

    private final BeanFactory beanFactory;

    private final NamedQueues queues;

    /** Description and remedy. */
    private record Text(String description, String action) {}

    /** Exception, and what explains it; null for one that is left to other analyzers. */
    private record Row<E extends Throwable>(Class<E> type, Function<E, @Nullable Text> text) {}

    StartFailureAnalyzer(BeanFactory beanFactory, Environment environment) {
        this.beanFactory = beanFactory;
        this.queues = new NamedQueues(environment);
    }

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, Throwable cause) {
        for (Row<?> row : rows) {
            FailureAnalysis analysis = analyze(rootFailure, row);
            if (analysis != null) {
                return analysis;
            }
        }
        return null;
    }

    private <E extends Throwable> @Nullable FailureAnalysis analyze(Throwable rootFailure, Row<E> row) {
        E cause = findCause(rootFailure, row.type());
        Text text = cause == null ? null : row.text().apply(cause);
        return cause == null || text == null ? null : new FailureAnalysis(text.description(), text.action(), cause);
    }

    /** Names the origin of a property whose value is out of range. Values that cannot be converted are left to Spring Boot. */
    private @Nullable Text property(BindException cause) {
        String reason =
                String.valueOf(NestedExceptionUtils.getMostSpecificCause(cause).getMessage());
        Matcher sentence = SENTENCE.matcher(reason);
        if (!sentence.matches()) {
            return null;
        }
        String name = sentence.group(1);
        ConfigurationProperty property = queues.find(name);
        String lists = ". " + Documentation.link("configuration.html#properties")
                + " lists the values that each property can have.";
        return property == null
                ? new Text(reason + ".", "Set " + name + ", or change the properties that it has to agree with" + lists)
                : new Text(
                        reason + "." + unit(reason, property) + "\n\n    Property: " + name + "\n    Value: \""
                                + property.getValue() + "\"\n    Origin: " + property.getOrigin(),
                        "Change " + name + " there" + lists);
    }

    /** Explains a duration that is shorter than it looks like. */
    private static String unit(String reason, ConfigurationProperty property) {
        String value = String.valueOf(property.getValue());
        return value.matches("\\d+") && IS_DURATION.matcher(reason).find()
                ? " The unit is missing: " + value + " is milliseconds, write " + value + "s for seconds."
                : "";
    }

    private @Nullable Text missingStore(NoSuchBeanDefinitionException cause) {
        if (cause.getBeanType() != DelayQueueStoreFactory.class || cause.getNumberOfBeansFound() > 0) {
            return null;
        }
        String wish = "Tasks are kept in memory by " + queues.describe(STORE) + "; but ";
        return RedisFailureAnalyzer.hasKit(beanFactory)
                ? new Text(
                        wish + AUTO_CONFIGURATION
                                + ", which creates such a store, is excluded, or the application does not"
                                + " use auto-configuration.",
                        "Remove it from spring.autoconfigure.exclude and from the exclude attribute of the application's"
                                + " class. A test slice uses @AutoConfigureDelayQueueTest.")
                : new Text(
                        wish + MODULE + ", which has such a store, is not on the class path.",
                        "Add " + MODULE
                                + ": with the scope test if it is for tests and for mvn spring-boot:test-run, else with"
                                + " <optional>true</optional>, as Spring Boot leaves it out of the packaged jar."
                                + " Or remove " + STORE + "=memory, to keep tasks in Redis.");
    }

    private Text disabledGroup(DisabledGroupException cause) {
        String use = cause.topic() == null ? "it is registered" : "its topic " + cause.topic() + " is consumed";
        String other = cause.topic() == null
                ? "from " + cause.source() + "."
                : "disable the listener: enabled = \"false\", or a placeholder such as enabled ="
                        + " \"${shop.listeners:true}\".";
        return new Text(
                "The group " + cause.group() + " is disabled in this application by "
                        + queues.describe(cause.property()) + ", but " + use + " by " + cause.source() + ".",
                "Remove " + cause.group() + " from " + cause.property() + ", or " + other);
    }

    private static Text invalidListener(InvalidListenerException cause) {
        String message = String.valueOf(cause.getMessage());
        String attributes = message.startsWith("@DelayQueueSchedule")
                ? Documentation.link("tasks.html#declare-repeating-tasks-in-code")
                : Documentation.link("configuration.html#annotations");
        return new Text(
                message,
                cause.concernsAttributes()
                        ? "Change it there, or change the values of its placeholders and expressions. " + attributes
                                + " lists the attributes."
                        : "Change it as described. " + Documentation.link("listeners.html")
                                + " describes which methods and beans can be callbacks.");
    }

    /** A class that an earlier version of Jedis lacks, such as the version of Spring Boot 4.0. */
    private static @Nullable Text oldJedis(NoClassDefFoundError cause) {
        String missing = String.valueOf(cause.getMessage()).replace('/', '.');
        if (!missing.startsWith("redis.clients.jedis.")) {
            return null;
        }
        URL jedis = StartFailureAnalyzer.class.getResource("/redis/clients/jedis/UnifiedJedis.class");
        String jar = jedis == null ? "this one" : jedis.toString().replaceFirst(".*/([^/]+\\.jar)!/redis/.*", "$1");
        return new Text(
                "The queue needs a later version of Jedis than " + jar + ", which has no class " + missing + ".",
                "Use Spring Boot 4.1. With Spring Boot 4.0, set the property jedis.version to the version that"
                        + " Spring Boot 4.1 manages, such as 7.4.1.");
    }
}

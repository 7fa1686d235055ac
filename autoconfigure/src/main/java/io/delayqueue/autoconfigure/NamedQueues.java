package io.delayqueue.autoconfigure;

import io.delayqueue.engine.DelayQueueEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.PropertySourcesPlaceholdersResolver;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.Environment;

/** Reads {@code delayqueue.queues.*}: what a queue leaves open there is as under {@code delayqueue.*}. */
final class NamedQueues {

    static final String PREFIX = DelayQueueProperties.PREFIX + ".queues";

    private final Environment environment;

    NamedQueues(Environment environment) {
        this.environment = environment;
    }

    /** What the names of a queue's properties begin with. */
    static String prefix(String queue) {
        return queue.equals(DelayQueueEngine.DEFAULT_NAME) ? DelayQueueProperties.PREFIX : PREFIX + "." + queue;
    }

    /**
     * The queues' names, in their order.
     *
     * @throws org.springframework.boot.context.properties.bind.BindException if a queue cannot have its name
     */
    Set<String> names() {
        return Binder.get(environment)
                .bind(PREFIX, Bindable.mapOf(String.class, Object.class), new CheckNames())
                .map(Map::keySet)
                .<Set<String>>map(TreeSet::new)
                .orElseGet(TreeSet::new);
    }

    Set<String> disabled() {
        return names().stream().filter(name -> !isEnabled(name)).collect(Collectors.toCollection(TreeSet::new));
    }

    boolean isEnabled(String queue) {
        return bind(queue, "enabled", true);
    }

    boolean hasTransactions(String queue) {
        return bind(queue, "transactions.enabled", false);
    }

    private boolean bind(String queue, String property, boolean otherwise) {
        return binder(queue).bind(prefix(queue) + "." + property, Boolean.class).orElse(otherwise);
    }

    DelayQueueProperties properties(String queue) {
        String prefix = prefix(queue);
        return binder(queue)
                .bindOrCreate(prefix, Bindable.of(DelayQueueProperties.class), new PrefixInMessages(prefix));
    }

    /** What is said of the queue anywhere goes before what is said of all. */
    private Binder binder(String queue) {
        List<ConfigurationPropertySource> sources = new ArrayList<>();
        List<ConfigurationPropertySource> inherited = new ArrayList<>();
        ConfigurationPropertyName name = ConfigurationPropertyName.of(prefix(queue));
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            sources.add(source);
            inherited.add(new InheritedSource(source, name));
        }
        sources.addAll(inherited);
        return new Binder(sources, new PropertySourcesPlaceholdersResolver(environment));
    }

    private static final class CheckNames implements BindHandler {

        private static final ConfigurationPropertyName QUEUES = ConfigurationPropertyName.of(PREFIX);

        /** What may be part of a property's name as it is; two spellings of a name would be two queues. */
        private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");

        @Override
        public Object onSuccess(
                ConfigurationPropertyName name, Bindable<?> target, BindContext context, Object result) {
            if (name.equals(QUEUES) && result instanceof Map<?, ?> queues) {
                queues.keySet().forEach(queue -> check(String.valueOf(queue)));
            }
            return result;
        }

        private static void check(String name) {
            if (!NAME.matcher(name).matches()) {
                throw new IllegalArgumentException(
                        PREFIX + ": the name of a queue must be lower-case letters, digits and"
                                + " single dashes, beginning with a letter, but is '" + name + "'");
            }
            if (name.equals(DelayQueueEngine.DEFAULT_NAME)) {
                throw new IllegalArgumentException(
                        PREFIX + ": '" + name + "' is the name of the queue under delayqueue.*; give another");
            }
        }
    }
}

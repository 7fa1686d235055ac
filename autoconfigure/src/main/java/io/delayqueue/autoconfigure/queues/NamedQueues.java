package io.delayqueue.autoconfigure.queues;

import io.delayqueue.engine.DelayQueueEngine;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.BindResult;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.PropertySourcesPlaceholdersResolver;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.Environment;

/**
 * Reads {@code delayqueue.queues.*}. A queue inherits the values of {@code delayqueue.*} that it does not set.
 *
 * @param environment the source of the properties
 */
public record NamedQueues(Environment environment) {

    static final String ALL = "delayqueue";

    private static final String PREFIX = ALL + ".queues";

    /** Properties that apply to all queues and cannot be set for one. */
    private static final List<String> OF_ALL =
            List.of("default-queue", "jdbc", "metrics", "observations", "queues", "store");

    /**
     * Returns the prefix of a queue's properties.
     *
     * @param queue the queue's name
     * @return the prefix, without a dot at its end
     */
    public static String prefix(String queue) {
        return queue.equals(DelayQueueEngine.DEFAULT_NAME) ? ALL : PREFIX + "." + queue;
    }

    /**
     * Returns the names of the queues in their order, including disabled ones.
     *
     * @return the names
     * @throws org.springframework.boot.context.properties.bind.BindException if a queue cannot have its name
     */
    public Set<String> names() {
        return Binder.get(environment)
                .bind(PREFIX, Bindable.mapOf(String.class, Object.class), new CheckNames())
                .<Set<String>>map(queues -> new TreeSet<>(queues.keySet()))
                .orElseGet(TreeSet::new);
    }

    /** {@return whether there is a default queue too} */
    public boolean hasDefault() {
        return Binder.get(environment)
                .bind(ALL + ".default-queue", Boolean.class)
                .orElse(true);
    }

    /** {@return the names of all queues that are not disabled, the default one first} */
    public Set<String> enabled() {
        Set<String> enabled = new LinkedHashSet<>(hasDefault() ? Set.of(DelayQueueEngine.DEFAULT_NAME) : Set.of());
        names().stream().filter(this::isEnabled).forEach(enabled::add);
        return enabled;
    }

    /** {@return the names of the disabled queues} */
    public Set<String> disabled() {
        return names().stream().filter(name -> !isEnabled(name)).collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Whether a queue is enabled.
     *
     * @param queue its name
     * @return whether it is
     */
    public boolean isEnabled(String queue) {
        return flag(queue, "enabled").orElse(true);
    }

    /**
     * Whether a queue changes tasks after the commit of Spring's transactions.
     *
     * @param queue its name
     * @return whether it does, unbound if no property says it
     */
    public BindResult<Boolean> transactions(String queue) {
        return flag(queue, "transactions.enabled");
    }

    private BindResult<Boolean> flag(String queue, String property) {
        return binder(queue).bind(prefix(queue) + "." + property, Boolean.class);
    }

    /**
     * Binds the properties of a queue.
     *
     * @param queue its name
     * @param type the properties directly under {@code delayqueue}
     * @param <T> the type
     * @return the properties
     * @throws InvalidConfigurationPropertyValueException if a property of all queues is set for this one
     * @throws org.springframework.boot.context.properties.bind.BindException if a value is invalid
     */
    public <T> T bind(String queue, Class<T> type) {
        String prefix = prefix(queue);
        OF_ALL.forEach(property -> requireNotSet(prefix + "." + property));
        return binder(queue).bindOrCreate(prefix, Bindable.of(type), new PrefixInMessages(prefix));
    }

    private void requireNotSet(String property) {
        ConfigurationProperty set = find(property);
        if (set != null) {
            throw new InvalidConfigurationPropertyValueException(
                    set.getName().toString(), set.getValue(), "It applies to all queues: set it directly under " + ALL);
        }
    }

    /**
     * Returns the effective property of a queue: its own if that is set, else the one of all queues.
     *
     * @param queue its name
     * @param property the property's name without prefix
     * @return the property's name with prefix
     */
    public String source(String queue, String property) {
        String own = prefix(queue) + "." + property;
        return find(own) != null ? own : ALL + "." + property;
    }

    /**
     * Finds the effective property, or one under it.
     *
     * @param property the property's name with prefix
     * @return the property; null if none is set
     */
    public @Nullable ConfigurationProperty find(String property) {
        ConfigurationPropertyName name = ConfigurationPropertyName.of(property);
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            ConfigurationProperty found = source.getConfigurationProperty(name);
            if (found == null && source instanceof IterableConfigurationPropertySource iterable) {
                found = iterable.stream()
                        .filter(name::isAncestorOf)
                        .findFirst()
                        .map(source::getConfigurationProperty)
                        .orElse(null);
            }
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /**
     * Names a property and its origin, if it is set; never its value, which may hold a password.
     *
     * @param property the property's name with prefix
     * @return the name, with the origin if there is one
     */
    public String describe(String property) {
        ConfigurationProperty found = find(property);
        Origin origin = found == null ? null : found.getOrigin();
        return origin == null ? property : property + " (" + origin + ")";
    }

    /** Chains the sources: a property of the queue in any source precedes one of all queues. */
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

        /** Checks that names are valid in property names as they are; two spellings of a name would be two queues. */
        private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");

        @Override
        public Object onSuccess(
                ConfigurationPropertyName name, Bindable<?> target, BindContext context, Object result) {
            if (name.equals(QUEUES) && result instanceof Map<?, ?> queues) {
                queues.keySet().retainAll(check(queues.keySet()));
            }
            return result;
        }

        /** Environment variables cannot have dashes: of two names that differ by dashes only, the one with dashes is kept. */
        private static Collection<String> check(Set<?> names) {
            Map<String, String> spellings = new HashMap<>();
            names.stream().map(String::valueOf).sorted().forEach(name -> {
                check(name);
                String plain = name.replace("-", "");
                spellings.merge(plain, name, (one, other) -> {
                    if (!one.equals(plain) && !other.equals(plain)) {
                        throw new IllegalArgumentException(
                                PREFIX + ": '" + one + "' and '" + other + "' are the same name; use one spelling");
                    }
                    return one.equals(plain) ? other : one;
                });
            });
            return spellings.values();
        }

        private static void check(String name) {
            if (!NAME.matcher(name).matches()) {
                throw new IllegalArgumentException(
                        PREFIX + ": the name of a queue must be lower-case letters, digits and"
                                + " single dashes, beginning with a letter, but is '" + name + "'");
            }
            if (name.equals(DelayQueueEngine.DEFAULT_NAME)) {
                throw new IllegalArgumentException(
                        PREFIX + ": '" + name + "' is the name of the queue under delayqueue.*; use another name");
            }
        }
    }
}

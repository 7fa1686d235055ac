package io.delayqueue.internal.limit;

import static io.delayqueue.store.Rules.LIMIT;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toCollection;

import io.delayqueue.InvalidSettingException;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.internal.codec.HeartbeatReader;
import io.delayqueue.internal.drive.LogRateLimiter;
import io.delayqueue.limit.Limit;
import io.delayqueue.log.LogText;
import io.delayqueue.log.Loggers;
import io.delayqueue.log.NearestName;
import io.delayqueue.store.Backend;
import io.delayqueue.store.LimitStore.Changes;
import io.delayqueue.store.LimitStore.Declaration;
import io.delayqueue.store.Rules.LeaseRule;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;

/**
 * Keeps the rules of topics and limits in the store as this instance declares them. A changed declaration takes effect when no live instance has the
 * last one; what was changed at run time stays until then.
 */
public final class LimitRules {

    private static final Logger log = Loggers.of(LimitRules.class);

    /** Maximum length of the changes in a line of the log. */
    private static final int MAX_LENGTH = 1_000;

    private final Backend backend;

    private final String instance;

    private final Map<String, Declaration> declared;

    /** Groups with a declaration that waits for the end of instances with the last one. */
    private final Set<String> waiting = new HashSet<>();

    private final LogRateLimiter warning = new LogRateLimiter();

    /**
     * Creates the rules.
     *
     * @param instance the name of this instance in heartbeats
     * @param declared what this instance declares by group
     */
    public LimitRules(Backend backend, String instance, Map<String, Declaration> declared) {
        this.backend = backend;
        this.instance = instance;
        this.declared = declared;
    }

    /**
     * Writes the rules at a start, before a consumer reserves anything.
     *
     * @throws InvalidSettingException if a limit would have too many topics
     * @throws TaskStoreException if the store fails
     */
    public void declare() {
        declared.forEach(this::write);
        List<String> unused = declared.entrySet().stream()
                .flatMap(one -> unused(one.getKey(), one.getValue()).stream())
                .toList();
        if (!unused.isEmpty()) {
            String all = LogText.shorten(String.join("; ", unused), MAX_LENGTH);
            log.warn("No topic has these declared limits: {}", all);
        }
    }

    /** Returns the declared limits of a group that no topic has, here or in another application, with the nearest of the limits meant. */
    private List<String> unused(String group, Declaration declaration) {
        Set<String> names = declaration.limits().stream().map(Limit::name).collect(toCollection(TreeSet::new));
        declaration.topics().values().forEach(rule -> names.removeAll(rule.limits()));
        if (!names.isEmpty()) {
            backend.limits().list(group).stream()
                    .filter(limit -> !limit.topics().isEmpty())
                    .forEach(limit -> names.remove(limit.limit().name()));
        }
        return names.stream().map(name -> withNearest(group, name)).toList();
    }

    private String withNearest(String group, String name) {
        String limit = group + "/" + name;
        Set<String> similar = new TreeSet<>();
        declared.forEach((other, declaration) -> declaration.topics().values().forEach(rule -> {
            similar.add(other + "/" + name);
            rule.limits().forEach(one -> similar.add(other + "/" + one));
        }));
        similar.remove(limit);
        String nearest = NearestName.of(limit, similar);
        return limit + (nearest == null ? "" : " (is " + nearest + " meant?)");
    }

    /**
     * Writes the rules that are missing, and those that waited. A store that refuses this still delivers.
     *
     * @throws TaskStoreUnavailableException if the store does not answer
     */
    public void restore() {
        declared.forEach((group, declaration) -> {
            if (declaration.texts().values().stream().allMatch(String::isEmpty) && !waiting.contains(group)) {
                return;
            }
            try {
                write(group, declaration);
            } catch (TaskStoreUnavailableException e) {
                throw e;
            } catch (TaskStoreException | InvalidSettingException e) {
                if (warning.tryAcquire()) {
                    log.error("The limits of {} cannot be written as declared; tried every ten seconds", group, e);
                }
            }
        });
    }

    private void write(String group, Declaration declaration) {
        Map<String, List<Map<String, String>>> others = new HashMap<>();
        Changes changes = backend.limits()
                .declare(group, declaration, (key, text) -> others.computeIfAbsent(group, this::others).stream()
                        .anyMatch(other -> text.equals(other.get(key))));
        if (!changes.before().isEmpty()) {
            Map<String, String> written = declaration.texts();
            written.keySet().retainAll(changes.before().keySet());
            String all = words(written) + " (before: " + words(changes.before()) + ")";
            log.info("Limits of {} are written as declared: {}", group, LogText.shorten(all, MAX_LENGTH));
        }
        if (changes.waiting().isEmpty()) {
            waiting.remove(group);
        } else if (waiting.add(group)) {
            String all = LogText.shorten(words(changes.waiting()), MAX_LENGTH);
            log.info("Limits of {} change when no instance is left that declares {}", group, all);
        }
    }

    private static String words(Map<String, String> texts) {
        return texts.entrySet().stream()
                .map(one -> words(one.getKey(), one.getValue()))
                .collect(joining("; "));
    }

    /** Returns a text in the words of the annotations, without values that are not set. */
    private static String words(String key, String text) {
        if (!key.startsWith(LIMIT)) {
            return "topic " + key + ": " + LeaseRule.read(text);
        }
        String words = text.isEmpty()
                ? "none"
                : text.replaceFirst("(.*)\\|(.*)\\|(.*)", "concurrency $1, rate $2, burst $3")
                        .replaceAll("^\\w+ , |, \\w+ (?=,|$)", "");
        return "limit " + key.substring(1) + ": " + words;
    }

    private List<Map<String, String>> others(String group) {
        return HeartbeatReader.limits(group, backend.instances().heartbeats(group), instance);
    }
}

package io.delayqueue.callback;

import static java.util.Objects.requireNonNull;

import io.delayqueue.InvalidSettingException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Callback classes that tasks may carry. No other class is loaded for a task.
 *
 * @param patterns full class names, or packages as {@code com.example.*}, which includes the packages below
 */
public record AllowedCallbacks(List<String> patterns) {

    private static final Pattern NAME = Pattern.compile("[\\w$]+(\\.[\\w$]+)*(\\.\\*)?");

    /** Allows no class. */
    public static final AllowedCallbacks NONE = new AllowedCallbacks(List.of());

    /**
     * Copies the patterns.
     *
     * @throws IllegalArgumentException if one is neither a class name nor a package followed by {@code .*}
     */
    public AllowedCallbacks {
        requireNonNull(patterns, "allowedCallbacks must not be null");
        for (String pattern : patterns) {
            requireNonNull(pattern, "allowedCallbacks must not hold null");
            if (!NAME.matcher(pattern).matches()) {
                throw new InvalidSettingException(
                        "",
                        "allowedCallbacks",
                        "must be class names, or packages as com.example.*, but one is '" + pattern + "'");
            }
        }
        patterns = List.copyOf(patterns);
    }

    /** {@return whether no class is allowed} */
    public boolean isEmpty() {
        return patterns.isEmpty();
    }

    /**
     * Returns whether a class is allowed.
     *
     * @param className the class's full name
     * @return whether it is allowed
     */
    public boolean allows(String className) {
        requireNonNull(className, "className must not be null");
        return patterns.stream().anyMatch(pattern -> matches(pattern, className));
    }

    private static boolean matches(String pattern, String className) {
        return pattern.endsWith(".*")
                ? className.startsWith(pattern.substring(0, pattern.length() - 1))
                : className.equals(pattern);
    }
}

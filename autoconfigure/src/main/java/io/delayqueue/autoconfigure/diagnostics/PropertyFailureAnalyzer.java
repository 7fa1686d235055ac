package io.delayqueue.autoconfigure.diagnostics;

import io.delayqueue.log.Documentation;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/**
 * Names the origin of a property whose value is out of range. Precedes Spring Boot's own analyzer, which names the bound class
 * and no origin. Values that cannot be converted are left to the latter.
 */
@Order(0)
final class PropertyFailureAnalyzer extends AbstractFailureAnalyzer<BindException> {

    /** Matches messages of properties, such as "delayqueue.lease must be ...". */
    private static final Pattern SENTENCE = Pattern.compile("(delayqueue\\.[\\w.-]+):? .*", Pattern.DOTALL);

    private static final Pattern IS_DURATION = Pattern.compile("but is \\d+(us|ms|s|m|h|d)");

    private final Properties properties;

    PropertyFailureAnalyzer(Environment environment) {
        this.properties = new Properties(environment);
    }

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
        String reason =
                String.valueOf(NestedExceptionUtils.getMostSpecificCause(cause).getMessage());
        Matcher sentence = SENTENCE.matcher(reason);
        if (!sentence.matches()) {
            return null;
        }
        String name = sentence.group(1);
        ConfigurationProperty property = properties.find(name);
        return property == null
                ? analysis(cause, reason + ".", "Set " + name + ", or change the properties that it has to agree with")
                : analysis(
                        cause,
                        reason + "." + unit(reason, property) + "\n\n    Property: " + name + "\n    Value: \""
                                + property.getValue() + "\"\n    Origin: " + property.getOrigin(),
                        "Change " + name + " there");
    }

    /** Explains a duration that is shorter than it looks like. */
    private static String unit(String reason, ConfigurationProperty property) {
        String value = String.valueOf(property.getValue());
        return value.matches("\\d+") && IS_DURATION.matcher(reason).find()
                ? " The unit is missing: " + value + " is milliseconds, write " + value + "s for seconds."
                : "";
    }

    private static FailureAnalysis analysis(BindException cause, String description, String action) {
        return new FailureAnalysis(
                description,
                action + ". " + Documentation.link("configuration.html#properties")
                        + " lists the values that each property can have.",
                cause);
    }
}

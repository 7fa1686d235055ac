package io.delayqueue.autoconfigure.diagnostics;

import static org.assertj.core.api.Assertions.assertThatException;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.util.ClassUtils;

/** Application that does not start, with its report. */
public final class FailingStart {

    private FailingStart() {}

    @EnableAutoConfiguration
    static class Application {}

    /** {@return the report, from its first line to the end of the output} */
    public static String report(CapturedOutput output, Class<?> configuration, String... arguments) {
        return report(output, ClassUtils.getDefaultClassLoader(), configuration, arguments);
    }

    public static String report(
            CapturedOutput output, ClassLoader classLoader, Class<?> configuration, String... arguments) {
        SpringApplication application =
                new SpringApplication(new DefaultResourceLoader(classLoader), Application.class, configuration);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setDefaultProperties(Map.of("spring.data.redis.timeout", "1s"));
        return report(output, application, arguments);
    }

    public static String report(CapturedOutput output, SpringApplication application, String... arguments) {
        application.setRegisterShutdownHook(false);
        assertThatException().isThrownBy(() -> application.run(arguments).close());
        int begin = output.getOut().lastIndexOf("APPLICATION FAILED TO START");
        return begin < 0 ? "no report" : output.getOut().substring(begin).replace("\r", "");
    }
}

package io.delayqueue.web.security;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;

/** Ada is an operator, Vic a viewer, Bob has other roles. Their passwords are their names. */
@Configuration(proxyBeanMethods = false)
class WithUsers {

    @Bean
    UserDetailsService users() {
        return new InMemoryUserDetailsManager(
                user("ada", "DELAYQUEUE_OPERATOR"), user("vic", "DELAYQUEUE_VIEWER"), user("bob", "CUSTOMER"));
    }

    /** Fast, because there are many calls. */
    @Bean
    PasswordEncoder passwordEncoder() {
        return new PasswordEncoder() {
            @Override
            public String encode(CharSequence password) {
                return password.toString();
            }

            @Override
            public boolean matches(CharSequence password, String encoded) {
                return encoded.contentEquals(password);
            }
        };
    }

    private static UserDetails user(String name, String role) {
        return User.withUsername(name).password(name).roles(role).build();
    }
}

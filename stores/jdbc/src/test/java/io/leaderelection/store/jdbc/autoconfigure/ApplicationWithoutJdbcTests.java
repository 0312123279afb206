/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import io.leaderelection.LeaderElections;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import org.junit.jupiter.api.Test;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests applications that get this artifact by the starter but have none of its optional
 * libraries. These are removed from the class path.
 */
class ApplicationWithoutJdbcTests {

	private static final Pattern JDBC = Pattern
		.compile("(spring-boot-(jdbc|sql|flyway|transaction|persistence)|spring-(jdbc|tx)|HikariCP|flyway-.*|h2|"
				+ "postgresql|mariadb-java-client|mysql-connector-j)-\\d.*");

	private static final Pattern BOOT_JDBC = Pattern
		.compile("(spring-boot-(jdbc|sql|flyway|transaction|persistence)|spring-(jdbc|tx)|HikariCP|flyway-.*)-\\d.*");

	@Test
	void starts() throws Exception {
		assertThat(run(JDBC, "--leader-election.mode=never", "--leader-election.namespace=tests"))
			.isEqualTo("Detection[strength=NONE, reason=there is no DataSource bean]");
	}

	@Test
	void electsWithADriverAlone() throws Exception {
		assertThat(run(BOOT_JDBC, "--leader-election.jdbc.url=jdbc:h2:mem:alone;DB_CLOSE_DELAY=-1",
				"--leader-election.namespace=tests"))
			.isEqualTo("Detection[strength=CONFIGURED, reason=leader-election.jdbc.url is set]");
	}

	private static String run(Pattern missing, String... arguments) throws Exception {
		List<URL> kept = new ArrayList<>();
		int left = 0;
		for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
			if (missing.matcher(Path.of(entry).getFileName().toString()).matches()) {
				left++;
			}
			else {
				kept.add(url(entry));
			}
		}
		assertThat(left).as("jars left out").isGreaterThan(4);
		// DriverManager looks for drivers once in a JVM, with the class loader of its
		// first caller
		assertThat(DriverManager.drivers()).isNotEmpty();
		ClassLoader before = Thread.currentThread().getContextClassLoader();
		try (URLClassLoader loader = new URLClassLoader(kept.toArray(URL[]::new),
				ClassLoader.getPlatformClassLoader())) {
			Thread.currentThread().setContextClassLoader(loader);
			return (String) loader.loadClass(Application.class.getName())
				.getMethod("run", String[].class)
				.invoke(null, (Object) arguments);
		}
		finally {
			Thread.currentThread().setContextClassLoader(before);
		}
	}

	private static URL url(String entry) throws MalformedURLException {
		return Path.of(entry).toUri().toURL();
	}

	/** Loaded by a separate class loader. */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	public static class Application {

		public static String run(String... arguments) throws InterruptedException {
			SpringApplication application = new SpringApplication(Application.class);
			application.setWebApplicationType(WebApplicationType.NONE);
			try (ConfigurableApplicationContext context = application.run(arguments)) {
				if (arguments[0].startsWith("--leader-election.jdbc.url")
						&& !context.getBean(LeaderElections.class).get("default").awaitLeader(Duration.ofSeconds(30))) {
					throw new IllegalStateException("No leader was elected");
				}
				return context.getBean("jdbcLeaseStoreDescriptor", LeaseStoreDescriptor.class).detect().toString();
			}
		}

	}

}

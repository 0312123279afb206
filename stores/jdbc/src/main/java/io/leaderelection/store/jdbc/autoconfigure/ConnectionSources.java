/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.leaderelection.annotation.LeaderElectionStore;
import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.store.jdbc.ConnectionSource;
import io.leaderelection.store.jdbc.JdbcDialect;
import io.leaderelection.store.jdbc.JdbcUrls;
import io.leaderelection.store.jdbc.UnsupportedDatabaseException;
import io.leaderelection.store.jdbc.connection.BorrowingConnectionSource;
import io.leaderelection.store.jdbc.connection.DriverConnectionSource;
import io.leaderelection.store.jdbc.connection.DriverConnectionSource.Login;
import io.leaderelection.store.jdbc.connection.DriverConnectionSource.Target;
import io.leaderelection.store.jdbc.connection.DriverUrls;
import io.leaderelection.store.jdbc.connection.HikariTarget;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.jdbc.datasource.AbstractDriverBasedDataSource;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/**
 * Selects the connection source: the store's own URL; otherwise physical connections with
 * the configuration of the application's data source; otherwise the data source itself.
 * The data source is the one qualified with {@link LeaderElectionStore}, otherwise the
 * single or primary one. Does not connect.
 */
final class ConnectionSources {

	/** A class by which HikariCP is detected. */
	static final String HIKARI = "com.zaxxer.hikari.HikariDataSource";

	/** A class by which Spring's JDBC support is detected. */
	static final String SPRING_JDBC = "org.springframework.jdbc.datasource.AbstractDriverBasedDataSource";

	/** A class by which Boot's JDBC support is detected. */
	static final String BOOT_JDBC = "org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails";

	private static final String URL = JdbcStoreSetup.URL;

	private static final String ROUTING = "This DataSource chooses a database by what the application binds to the "
			+ "thread, such as a tenant, and the threads of leader election have nothing bound. Set " + URL
			+ " to the database to elect in, or annotate the DataSource bean of that database with @LeaderElectionStore";

	private final JdbcLeaderElectionProperties properties;

	private final ConfigurableListableBeanFactory beanFactory;

	private final ObjectProvider<DataSource> all;

	private final ObjectProvider<DataSource> qualified;

	ConnectionSources(JdbcLeaderElectionProperties properties, ConfigurableListableBeanFactory beanFactory,
			ObjectProvider<DataSource> all, ObjectProvider<DataSource> qualified) {
		this.properties = properties;
		this.beanFactory = beanFactory;
		this.all = all;
		this.qualified = qualified;
	}

	boolean hasOwnUrl() {
		return StringUtils.hasText(this.properties.url());
	}

	/**
	 * Returns a source for the store's own URL.
	 * @return the source
	 * @throws LeaderElectionConfigurationException if there is no driver for it
	 */
	ConnectionSource own() {
		String url = Objects.requireNonNull(this.properties.url()).trim();
		if (JdbcDialect.ofUrl(url).isEmpty()) {
			UnsupportedDatabaseException failure = new UnsupportedDatabaseException(JdbcUrls.shown(url),
					JdbcDialect.product(url));
			throw new LeaderElectionConfigurationException(String.valueOf(failure.getMessage()),
					"Set " + URL + " to one of these, or set leader-election.backend to another store", failure);
		}
		Target target = Target.of(url, null, this.properties.username(), this.properties.password());
		DriverConnectionSource source = new DriverConnectionSource("the database of " + URL, () -> target);
		try {
			source.requireDriver();
		}
		catch (SQLException ex) {
			throw new LeaderElectionConfigurationException(URL + " leads to " + JdbcUrls.shown(url)
					+ ", for which there is no driver (" + ex.getMessage() + ")",
					"Correct the URL, or add the database's JDBC driver to the application", ex);
		}
		return source;
	}

	/**
	 * Chooses the data source.
	 * @return the data source, or {@code null} if there is none, or several without a
	 * qualified or primary one
	 * @throws LeaderElectionConfigurationException if several are qualified
	 */
	@Nullable Candidate choose() {
		DataSource chosen = this.qualified.getIfUnique();
		if (chosen == null) {
			List<DataSource> several = this.qualified.stream().toList();
			if (several.size() > 1) {
				throw new LeaderElectionConfigurationException(
						"Several DataSource beans are annotated with @LeaderElectionStore: "
								+ several.stream().map(this::name).collect(Collectors.joining(", ")),
						"Keep the annotation on the one that leader election is to use");
			}
			chosen = this.all.getIfUnique();
		}
		return (chosen != null) ? new Candidate(name(chosen), chosen) : null;
	}

	/**
	 * Returns why no data source was chosen.
	 * @return the reason
	 */
	String reasonForNone() {
		String[] names = names();
		if (names.length == 0) {
			return "there is no DataSource bean";
		}
		if (names.length == 1) {
			return "the DataSource bean '" + names[0]
					+ "' is not an autowire candidate, and is not annotated with @LeaderElectionStore";
		}
		return "there are several DataSource beans (" + String.join(", ", names)
				+ "), and none is annotated with @LeaderElectionStore or @Primary";
	}

	private String name(DataSource dataSource) {
		return Arrays.stream(names())
			.filter(this::isCreated)
			.filter((name) -> dataSource.equals(this.beanFactory.getBean(name)))
			.findFirst()
			.orElse("dataSource");
	}

	/** Other beans may be costly or impossible to create. */
	private boolean isCreated(String name) {
		return !this.beanFactory.containsBeanDefinition(name) || this.beanFactory.containsSingleton(name);
	}

	private String[] names() {
		return BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beanFactory, DataSource.class);
	}

	/**
	 * Returns the URL of a data source.
	 * @param candidate the data source
	 * @return the URL, or {@code null} if it is unknown
	 */
	@Nullable String url(Candidate candidate) {
		Supplier<Target> target = target(candidate);
		return (target != null) ? target.get().url() : null;
	}

	/**
	 * Returns a source of physical connections with the configuration of a data source,
	 * or a source that borrows from it.
	 * @param candidate the data source
	 * @return the source; it is exclusive unless it borrows
	 */
	ConnectionSource of(Candidate candidate) {
		Supplier<Target> target = target(candidate);
		String url = (target != null) ? target.get().url() : null;
		if (target != null && url != null && !DriverUrls.isPrivate(url)) {
			return new DriverConnectionSource(candidate.describe(), target);
		}
		boolean routing = isPresent(SPRING_JDBC) && SpringJdbc.isRouting(candidate.dataSource());
		return new BorrowingConnectionSource(candidate.describe(), candidate.dataSource(), url,
				routing ? ROUTING : null);
	}

	private @Nullable Supplier<Target> target(Candidate candidate) {
		Supplier<Target> target = isPresent(HIKARI) ? Hikari.target(candidate.dataSource()) : null;
		if (target == null && isPresent(SPRING_JDBC)) {
			target = SpringJdbc.target(candidate.dataSource());
		}
		return (target == null && isPresent(BOOT_JDBC)) ? BootJdbc.target(candidate.beanName(), this.beanFactory)
				: target;
	}

	private boolean isPresent(String className) {
		return ClassUtils.isPresent(className, this.beanFactory.getBeanClassLoader());
	}

	/** Unwraps a data source, without connecting. */
	private static <T> @Nullable T unwrap(DataSource dataSource, Class<T> type) {
		if (type.isInstance(dataSource)) {
			return type.cast(dataSource);
		}
		try {
			return dataSource.isWrapperFor(type) ? dataSource.unwrap(type) : null;
		}
		catch (Exception ex) {
			// For example, a routing data source without a target on this thread
			return null;
		}
	}

	/**
	 * A data source bean.
	 *
	 * @param beanName the name of the bean
	 * @param dataSource the bean
	 */
	record Candidate(String beanName, DataSource dataSource) {

		/** Returns the name for messages. */
		String describe() {
			return "the DataSource bean '" + this.beanName + "'";
		}
	}

	/** Uses the configuration of HikariCP's pools. */
	private static final class Hikari {

		static @Nullable Supplier<Target> target(DataSource dataSource) {
			HikariDataSource found = unwrap(dataSource, HikariDataSource.class);
			if (found == null || !HikariTarget.canCopy(found)) {
				return null;
			}
			return () -> {
				// Unwrapped each time, because a scoped bean may have been replaced
				HikariDataSource pool = unwrap(dataSource, HikariDataSource.class);
				return HikariTarget.of((pool != null) ? pool : found);
			};
		}

	}

	/** Uses the configuration of Spring's data sources without a pool. */
	private static final class SpringJdbc {

		static @Nullable Supplier<Target> target(DataSource dataSource) {
			AbstractDriverBasedDataSource found = unwrap(dataSource, AbstractDriverBasedDataSource.class);
			return (found != null && found.getUrl() != null) ? () -> target(found) : null;
		}

		private static Target target(AbstractDriverBasedDataSource found) {
			return new Target(Objects.requireNonNullElse(found.getUrl(), ""), null,
					Objects.requireNonNullElseGet(found.getConnectionProperties(), Properties::new),
					() -> new Login(found.getUsername(), found.getPassword()), found.getCatalog(), found.getSchema(),
					null);
		}

		static boolean isRouting(DataSource dataSource) {
			return unwrap(dataSource, AbstractRoutingDataSource.class) != null;
		}

	}

	/**
	 * Uses Boot's connection details if Boot created the data source from them: from
	 * properties, containers or compose files.
	 */
	private static final class BootJdbc {

		private static final String MADE_BY_BOOT = "org.springframework.boot.jdbc.autoconfigure.";

		static @Nullable Supplier<Target> target(String beanName, ConfigurableListableBeanFactory beanFactory) {
			if (!beanFactory.containsBeanDefinition(beanName)) {
				return null;
			}
			BeanDefinition definition = beanFactory.getBeanDefinition(beanName);
			boolean made = String.valueOf(definition.getFactoryBeanName()).startsWith(MADE_BY_BOOT)
					|| String.valueOf(definition.getBeanClassName()).startsWith(MADE_BY_BOOT);
			JdbcConnectionDetails details = made
					? beanFactory.getBeanProvider(JdbcConnectionDetails.class).getIfUnique() : null;
			return (details != null) ? () -> Target.of(details.getJdbcUrl(), details.getDriverClassName(),
					details.getUsername(), details.getPassword()) : null;
		}

	}

}

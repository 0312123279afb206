/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import java.util.ArrayList;
import java.util.List;

import javax.sql.DataSource;

import io.leaderelection.store.jdbc.ConnectionSource;
import io.leaderelection.store.jdbc.autoconfigure.DataSourceChoice.Candidate;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/**
 * Strategy that opens physical connections with the configuration of one kind of
 * {@link DataSource}. Does not connect.
 */
interface PhysicalConnections {

	/** A class by which HikariCP is detected. */
	String HIKARI = "com.zaxxer.hikari.HikariDataSource";

	/** A class by which Spring's JDBC support is detected. */
	String SPRING_JDBC = "org.springframework.jdbc.datasource.AbstractDriverBasedDataSource";

	/** A class by which Boot's JDBC support is detected. */
	String BOOT_JDBC = "org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails";

	/**
	 * Returns the strategies whose libraries are on the class path.
	 * @param beanFactory the bean factory with the data sources
	 * @return the strategies, in the order in which to try them
	 */
	static List<PhysicalConnections> known(ConfigurableListableBeanFactory beanFactory) {
		List<PhysicalConnections> known = new ArrayList<>();
		if (isPresent(beanFactory, HIKARI)) {
			known.add(new HikariPhysicalConnections());
		}
		if (isPresent(beanFactory, SPRING_JDBC)) {
			known.add(new DriverPhysicalConnections());
		}
		if (isPresent(beanFactory, BOOT_JDBC)) {
			known.add(new DetailsPhysicalConnections(beanFactory));
		}
		return known;
	}

	private static boolean isPresent(ConfigurableListableBeanFactory beanFactory, String className) {
		return ClassUtils.isPresent(className, beanFactory.getBeanClassLoader());
	}

	/**
	 * Returns a connection source if the data source is of this kind.
	 * @param candidate the bean, which may wrap such a data source
	 * @return the source, or {@code null} if it is of another kind
	 */
	@Nullable ConnectionSource sourceFor(Candidate candidate);

	/**
	 * Unwraps a data source, without connecting.
	 * @param <T> the wanted type
	 * @param dataSource the data source, or a wrapper or proxy of it
	 * @param type the wanted type
	 * @return the data source of this type, or {@code null} if there is none
	 */
	static <T> @Nullable T unwrap(DataSource dataSource, Class<T> type) {
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

}

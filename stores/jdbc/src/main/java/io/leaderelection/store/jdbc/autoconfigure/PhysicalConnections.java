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
 * Knows a kind of {@link DataSource} beside which physical connections of its kind can be
 * made. Does not connect.
 */
interface PhysicalConnections {

	/** A class by which HikariCP is detected. */
	String HIKARI = "com.zaxxer.hikari.HikariDataSource";

	/** A class by which Spring's JDBC support is detected. */
	String SPRING_JDBC = "org.springframework.jdbc.datasource.AbstractDriverBasedDataSource";

	/** A class by which Boot's JDBC support is detected. */
	String BOOT_JDBC = "org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails";

	/**
	 * Those whose libraries are there.
	 * @param beanFactory where the data sources come from
	 * @return in the order in which to ask them
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
	 * Looks whether this is such a data source.
	 * @param candidate the bean, which may wrap what is looked for
	 * @return makes the connections, or {@code null}
	 */
	@Nullable ConnectionSource beside(Candidate candidate);

	/**
	 * Unwraps a data source, without connecting.
	 * @param <T> the type looked for
	 * @param dataSource a wrapper, a proxy, or what is looked for itself
	 * @param type the type looked for
	 * @return what was found, or {@code null}
	 */
	static <T> @Nullable T unwrap(DataSource dataSource, Class<T> type) {
		if (type.isInstance(dataSource)) {
			return type.cast(dataSource);
		}
		try {
			return dataSource.isWrapperFor(type) ? dataSource.unwrap(type) : null;
		}
		catch (Exception ex) {
			// Such as one that chooses a target, and has none to choose here
			return null;
		}
	}

}

/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.migration;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import static org.awaitility.Awaitility.await;

/**
 * Three instances over one database, which are replaced one at a time, and the work that
 * they do. A new instance starts before the old one ends.
 */
public final class RollingUpdate implements AutoCloseable {

	/** The time to live of the old lock, and the duration of the new lease. */
	public static final Duration LEASE = Duration.ofSeconds(6);

	private static final int INSTANCES = 3;

	private final List<ReleaseProcess> running = new ArrayList<>();

	private final Path folder;

	private final String url;

	private final Connection connection;

	private int started;

	RollingUpdate(Path folder, String url) throws SQLException {
		this.folder = folder;
		this.url = url;
		this.connection = DriverManager.getConnection(url);
		execute("create table work (id bigserial primary key, instance varchar(40) not null, "
				+ "began timestamptz not null, ended timestamptz)");
	}

	void execute(String sql) throws SQLException {
		try (Statement statement = this.connection.createStatement()) {
			statement.execute(sql);
		}
	}

	/** Starts the first release. */
	void begin(TestedRelease release) throws Exception {
		for (int i = 0; i < INSTANCES; i++) {
			this.running.add(start(release));
		}
		awaitWork();
	}

	/**
	 * Replaces the instances one at a time, and waits for work after each.
	 * @param workerFirst whether the instance that works is replaced before the others,
	 * rather than last
	 */
	void replaceAll(TestedRelease release, boolean workerFirst) throws Exception {
		List<ReleaseProcess> former = new ArrayList<>(this.running);
		while (!former.isEmpty()) {
			this.running.add(start(release));
			String worker = text("select instance from work order by id desc limit 1");
			Comparator<ReleaseProcess> workerLast = Comparator
				.comparing((ReleaseProcess instance) -> instance.name().equals(worker));
			former.sort(workerFirst ? workerLast.reversed() : workerLast);
			ReleaseProcess replaced = former.remove(0);
			replaced.terminate();
			this.running.remove(replaced);
			awaitWork();
		}
		// Nobody may stop to work later either
		await().pollDelay(LEASE.multipliedBy(2)).atMost(LEASE.multipliedBy(3)).until(() -> true);
		awaitWork();
	}

	private ReleaseProcess start(TestedRelease release) throws IOException {
		this.started++;
		return ReleaseProcess.start(release.name() + this.started, this.folder, this.url, release.absent(),
				release.packages(), release.properties());
	}

	/** Waits until some work has begun and ended from now on. */
	private void awaitWork() throws SQLException {
		String since = text("select clock_timestamp()");
		await().atMost(Duration.ofMinutes(1))
			.until(() -> Integer
				.parseInt(text("select count(*) from work where ended is not null and began > '" + since + "'")) >= 2);
	}

	/** Returns how often two instances worked at the same time. */
	int overlaps() throws SQLException {
		return Integer.parseInt(text("select count(*) from work a join work b on a.id < b.id "
				+ "and a.instance <> b.instance and a.began < coalesce(b.ended, 'infinity') "
				+ "and b.began < coalesce(a.ended, 'infinity')"));
	}

	/** Returns the longest time in which no instance worked. */
	Duration longestGap() throws SQLException {
		return Duration.ofMillis(Long.parseLong(text("select max(gap)::bigint from (select 1000 * extract(epoch from "
				+ "began - max(ended) over (order by id rows between unbounded preceding and 1 preceding)) as gap "
				+ "from work) as gaps")));
	}

	/** Returns the instances that worked, in the order of their first work. */
	List<String> workers() throws SQLException {
		return List.of(text("select string_agg(instance, ',' order by first) from (select instance, min(id) as first "
				+ "from work group by instance) as workers")
			.split(","));
	}

	private String text(String sql) throws SQLException {
		try (Statement statement = this.connection.createStatement(); ResultSet rows = statement.executeQuery(sql)) {
			rows.next();
			return rows.getString(1);
		}
	}

	@Override
	public void close() throws SQLException {
		this.running.forEach(ReleaseProcess::close);
		this.connection.close();
	}

	/**
	 * What a release consists of.
	 *
	 * @param name its name
	 * @param absent classes whose libraries it does not have
	 * @param packages the packages with its code
	 * @param properties its properties
	 */
	record TestedRelease(String name, List<Class<?>> absent, String packages, List<String> properties) {
	}

}

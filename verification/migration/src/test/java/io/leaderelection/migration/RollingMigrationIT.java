/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.migration;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.leaderelection.LeaderElections;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.migration.RollingUpdate.TestedRelease;
import io.leaderelection.servers.PostgresServer;
import io.leaderelection.store.jdbc.JdbcLeaseStoreFactory;
import io.leaderelection.store.local.LocalLeaseStoreFactory;
import io.leaderelection.store.redis.RedisLeaseStoreFactory;
import io.leaderelection.test.LeaderElectionTest;
import io.leaderelection.testkit.ManualTime;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.core.io.ClassPathResource;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests the steps of docs/migration for a rolling update: the release before, the
 * transitional one, the release after. The transitional code is the one that the pages
 * show, and so is that after it.
 */
@Tag("slow")
@Timeout(value = 15, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RollingMigrationIT {

	/** Code that only tests have. */
	private static final List<Class<?>> TESTS = List.of(LeaderElectionTest.class, ManualTime.class);

	private static final List<Class<?>> THIS_LIBRARY = List.of(LeaderElections.class, OnLeader.class,
			LocalLeaseStoreFactory.class, JdbcLeaseStoreFactory.class, RedisLeaseStoreFactory.class);

	private static final List<Class<?>> SHEDLOCK = List.of(LockProvider.class, SchedulerLock.class,
			JdbcTemplateLockProvider.class);

	private static final List<Class<?>> INTEGRATION = List.of(LockRegistryLeaderInitiator.class,
			JdbcLockRegistry.class);

	private static final String LEASE = RollingUpdate.LEASE.toMillis() + "ms";

	@TempDir
	private Path folder;

	private PostgresServer server;

	private RollingUpdate update;

	@BeforeEach
	void open() throws Exception {
		this.server = PostgresServer.open();
		this.update = new RollingUpdate(this.folder, this.server.jdbcUrl() + "?user=" + PostgresServer.USER);
		this.update.execute(new ClassPathResource("schema-postgresql.sql", JdbcLeaseStoreFactory.class)
			.getContentAsString(StandardCharsets.UTF_8));
	}

	@AfterEach
	void close() throws SQLException {
		try {
			this.update.close();
		}
		finally {
			this.server.close();
		}
	}

	@Test
	@DisplayName("An initiator is replaced by way of a release that ties the election to it")
	void initiatorIsReplacedWhileTheWorkGoesOn() throws Exception {
		this.update.execute("create table int_lock (lock_key char(36) not null, region varchar(100) not null, "
				+ "client_id char(36), created_date timestamp not null, expired_after timestamp not null, "
				+ "primary key (lock_key, region))");
		String code = "com.example.migration.integration.";
		String initiator = ",io.leaderelection.migration.initiator";
		String lease = "leader-election.elections.billing.lease-duration=" + LEASE;
		migrate(new TestedRelease("before", without(THIS_LIBRARY, SHEDLOCK), code + "before" + initiator, List.of()),
				new TestedRelease("transitional", without(SHEDLOCK), code + "transitional" + initiator,
						List.of(lease, "leader-election.backend=jdbc", "leader-election.integration.enabled=false",
								"leader-election.elections.billing.ineligible-after=1s")),
				new TestedRelease("after", without(SHEDLOCK, INTEGRATION), code + "after",
						List.of(lease, "leader-election.backend=jdbc")));
	}

	@Test
	@DisplayName("ShedLock is replaced by way of a release with both annotations")
	void shedLockIsReplacedWhileTheWorkGoesOn() throws Exception {
		this.update.execute("create table shedlock (name varchar(64) primary key, lock_until timestamp not null, "
				+ "locked_at timestamp not null, locked_by varchar(255) not null)");
		String cron = "reports.cron=* * * * * *";
		String lease = "leader-election.elections.reports.lease-duration=" + LEASE;
		String provider = ",io.leaderelection.migration.lock";
		migrate(new TestedRelease("before", without(THIS_LIBRARY, INTEGRATION),
				"io.leaderelection.migration.reports.before" + provider, List.of(cron)),
				new TestedRelease("transitional", without(INTEGRATION),
						"com.example.migration.shedlock.transitional" + provider, List.of(cron, lease)),
				new TestedRelease("after", without(SHEDLOCK, INTEGRATION), "com.example.migration.shedlock.after",
						List.of(cron, lease)));
	}

	private void migrate(TestedRelease before, TestedRelease transitional, TestedRelease after) throws Exception {
		this.update.begin(before);
		this.update.replaceAll(transitional, false);
		// So that the work also moves between two of them
		this.update.replaceAll(transitional, true);
		this.update.replaceAll(after, true);
		Duration gap = this.update.longestGap();
		System.out.printf("MEASURED: migration from %s, longest time without work %d ms, by %s%n", before.packages(),
				gap.toMillis(), this.update.workers());
		assertThat(this.update.overlaps()).as("two instances work at the same time").isZero();
		assertThat(gap).as("time without work").isLessThan(RollingUpdate.LEASE);
		assertThat(this.update.workers()).as("each release works")
			.anyMatch((worker) -> worker.startsWith("before"))
			.anyMatch((worker) -> worker.startsWith("transitional"))
			.anyMatch((worker) -> worker.startsWith("after"));
	}

	@SafeVarargs
	private static List<Class<?>> without(List<Class<?>>... libraries) {
		List<Class<?>> absent = new ArrayList<>(TESTS);
		for (List<Class<?>> library : libraries) {
			absent.addAll(library);
		}
		return absent;
	}

}

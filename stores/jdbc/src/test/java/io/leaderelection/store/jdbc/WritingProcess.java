/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

import io.leaderelection.LeadershipContext;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.StoredTerm;
import io.leaderelection.store.jdbc.fence.FencedTransactionException;
import io.leaderelection.store.jdbc.fence.FencedTransactions;
import io.leaderelection.store.jdbc.fence.TermFence;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Another JVM that writes in one fenced transaction. It pauses at a given point until it
 * is resumed, and can be frozen there. It always considers its term valid.
 */
final class WritingProcess implements AutoCloseable {

	private static final String MARK = "> ";

	private final Process process;

	private final BufferedReader out;

	private WritingProcess(Process process) {
		this.process = process;
		this.out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
	}

	/**
	 * Writes.
	 */
	public static void main(String[] args) {
		Point point = Point.valueOf(args[6]);
		ObservedDataSource dataSource = new ObservedDataSource(new DriverManagerDataSource(args[0], args[1], ""));
		LeaseSchema schema = new LeaseSchema(JdbcDialect.ofUrl(args[0]).orElseThrow(),
				JdbcLeaseStoreFactory.DEFAULT_TABLE_NAME);
		JdbcTransactionManager manager = new JdbcTransactionManager(dataSource);
		manager.addListener(new FencedTransactions(dataSource, () -> TermFence.of(schema)));
		if (point == Point.BEFORE_COMMIT) {
			dataSource.beforeCommit(WritingProcess::pause);
		}
		LeadershipContext.set(BelievedTerm.of(new StoredTerm(new ElectionKey(args[2], FenceFixture.ELECTION),
				Nonce.parse(args[3]), Long.parseLong(args[4]))));
		try {
			new TransactionTemplate(manager).executeWithoutResult((status) -> {
				JdbcClient.create(dataSource).sql("insert into fenced_work (id) values (?)").param(args[5]).update();
				if (point == Point.BEFORE_COMPARISON) {
					pause();
				}
			});
			print("committed");
		}
		catch (FencedTransactionException ex) {
			print("refused");
		}
		catch (RuntimeException ex) {
			print("failed " + String.valueOf(ex).replaceAll("\\s+", " "));
		}
	}

	/** Prints a line that differs from log output. */
	private static void print(String what) {
		System.out.println(MARK + what);
	}

	private static void pause() {
		print("paused");
		try {
			System.in.read();
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** Starts a process, waits until it pauses, and freezes it. */
	static WritingProcess frozen(String url, String user, StoredTerm term, String id, Point point) throws Exception {
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-Xmx96m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp",
				System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
				WritingProcess.class.getName(), url, user, term.key().namespace(), term.nonce().toString(),
				Long.toString(term.token()), id, point.name())
			.redirectError(ProcessBuilder.Redirect.INHERIT)
			.start();
		WritingProcess writing = new WritingProcess(process);
		assertThat(writing.readLine()).isEqualTo("paused");
		writing.signal("STOP");
		return writing;
	}

	/** Resumes the process and returns the result of its transaction. */
	String thaw() throws Exception {
		signal("CONT");
		this.process.getOutputStream().write('\n');
		this.process.getOutputStream().flush();
		return readLine();
	}

	private String readLine() throws IOException {
		String line = this.out.readLine();
		while (line != null && !line.startsWith(MARK)) {
			line = this.out.readLine();
		}
		return (line != null) ? line.substring(MARK.length()) : "ended";
	}

	private void signal(String signal) throws IOException, InterruptedException {
		Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(this.process.pid())).inheritIO().start();
		assertThat(kill.waitFor()).isZero();
	}

	@Override
	public void close() {
		this.process.destroyForcibly();
	}

	/** The point at which the process pauses. */
	enum Point {

		BEFORE_COMPARISON, BEFORE_COMMIT

	}

}

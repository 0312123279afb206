/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs all scenarios with all contenders, prints tables and draws a chart. Needs the
 * packaged benchmarks.
 */
public final class SuccessionRun {

	private final RunArguments arguments;

	private final Path directory;

	private final CandidateClassPath classPath;

	private final List<Results> results = new ArrayList<>();

	private SuccessionRun(RunArguments arguments, Path directory) throws IOException {
		this.arguments = arguments;
		this.directory = directory;
		this.classPath = new CandidateClassPath(directory);
	}

	/**
	 * Runs the benchmark.
	 * @param args see {@link RunArguments#USAGE}
	 * @throws Exception if a candidate or a server fails
	 */
	public static void main(String[] args) throws Exception {
		RunArguments arguments;
		try {
			arguments = RunArguments.parse(args, jar().resolveSibling("succession.svg"));
		}
		catch (IllegalArgumentException ex) {
			System.err.println(ex.getMessage());
			System.err.print(RunArguments.USAGE);
			System.exit(2);
			return;
		}
		Path directory = Files.createTempDirectory("leader-election-succession");
		boolean complete;
		try {
			complete = new SuccessionRun(arguments, directory).run();
		}
		finally {
			try (Stream<Path> files = Files.walk(directory)) {
				files.sorted(Comparator.reverseOrder()).forEach((file) -> file.toFile().delete());
			}
		}
		System.exit((complete) ? 0 : 1);
	}

	private static Path jar() throws URISyntaxException {
		return Path.of(SuccessionRun.class.getProtectionDomain().getCodeSource().getLocation().toURI());
	}

	private boolean run() throws Exception {
		for (Store store : this.arguments.stores()) {
			List<Contender> contenders = Contenders.all()
				.stream()
				.filter((contender) -> contender.store() == store && this.arguments.includes(contender))
				.toList();
			if (!contenders.isEmpty()) {
				try (StoreServer server = store.open(this.arguments.ports().get(store),
						directoryOf(store.toString()))) {
					for (Contender contender : contenders) {
						createSchema(contender, server);
						run(contender, server);
					}
				}
			}
		}
		System.out.println();
		System.out.print(SuccessionTable.of(this.results, this.arguments));
		Files.writeString(this.arguments.output(), new SuccessionChart(this.results, this.arguments).toSvg());
		System.out.println("Picture: " + this.arguments.output());
		return this.results.stream().allMatch((result) -> result.failure() == null);
	}

	private static void createSchema(Contender contender, StoreServer server) throws SQLException {
		if (contender.schema() != null) {
			try (Connection connection = server.connect(); Statement statement = connection.createStatement()) {
				statement.execute(contender.schema());
			}
		}
	}

	private void run(Contender contender, StoreServer server) throws Exception {
		for (Scenario scenario : this.arguments.scenarios()) {
			if (contender.scenarios().contains(scenario)) {
				Results measured = new Results(contender, scenario);
				Path logs = directoryOf(
						contender.name().replaceAll("\\W", "-") + "-" + contender.store() + "-" + scenario);
				try (Stage stage = new Stage(contender, server, this.classPath, logs, this.arguments)) {
					scenario.run().run(stage, measured);
				}
				catch (IllegalStateException | IOException | SQLException ex) {
					// The other contenders are still measured; the table and the exit
					// status show the failure
					measured.failed(ex);
				}
				this.results.add(measured);
				System.out.print(SuccessionTable.progress(measured));
			}
		}
	}

	private Path directoryOf(String name) throws IOException {
		return Files.createDirectories(this.directory.resolve(name));
	}

}

/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LoopbackIT {

	private static final int PORTS = 300;

	@Test
	void portsDifferInAllProcessesOfThisMachine() throws IOException {
		List<Process> processes = new ArrayList<>();
		Set<String> ports = new HashSet<>();
		try {
			for (int i = 0; i < 3; i++) {
				processes.add(new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
						"-cp", System.getProperty("java.class.path"), Taker.class.getName())
					.redirectError(ProcessBuilder.Redirect.INHERIT)
					.start());
			}
			for (Process process : processes) {
				BufferedReader output = new BufferedReader(
						new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
				for (int i = 0; i < PORTS; i++) {
					String port = output.readLine();
					assertThat(port).isNotNull();
					assertThat(ports.add(port)).as("port %s is given once", port).isTrue();
				}
			}
		}
		finally {
			processes.forEach(Process::destroyForcibly);
		}
	}

	/** Takes ports, and keeps them until its input is closed. */
	static final class Taker {

		private Taker() {
		}

		public static void main(String[] arguments) throws IOException {
			for (int i = 0; i < PORTS; i++) {
				System.out.println(Loopback.freePort());
			}
			assertThat(System.in.read()).isEqualTo(-1);
		}

	}

}

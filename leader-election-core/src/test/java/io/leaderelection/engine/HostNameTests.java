/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link CandidateId.HostName}.
 */
class HostNameTests {

	@TempDir
	Path directory;

	@Test
	void isReadFromTheKernel() throws IOException {
		Path file = Files.writeString(this.directory.resolve("hostname"), "node-7\n");
		assertThat(CandidateId.HostName.get(file)).isEqualTo("node-7");
	}

	@Test
	void isReadFromTheAddressIfTheKernelHasNone() throws IOException {
		String expected = InetAddress.getLocalHost().getHostName();
		assertThat(CandidateId.HostName.get(this.directory.resolve("missing"))).isEqualTo(expected);
		Path empty = Files.writeString(this.directory.resolve("empty"), "\n");
		assertThat(CandidateId.HostName.get(empty)).isEqualTo(expected);
	}

}

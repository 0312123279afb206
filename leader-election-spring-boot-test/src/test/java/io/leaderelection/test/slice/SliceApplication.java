/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.test.slice;

import io.leaderelection.annotation.OnLeader;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * An application to take slices of.
 */
@SpringBootApplication
class SliceApplication {

	/** Guarded where leader election takes part. */
	@RestController
	static class Reports {

		@GetMapping("/report")
		@OnLeader(election = "reports")
		String report() {
			return "a report";
		}

	}

}

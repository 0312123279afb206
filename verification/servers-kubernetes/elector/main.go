// Copyright 2026 the original author or authors.
// SPDX-License-Identifier: Apache-2.0

// A client of Kubernetes' own leader election, client-go, for tests of migrations from it: it takes part in the election
// of one Lease, and prints a line for each beginning and end of its leadership.
//
//	elector SERVER CA-FILE TOKEN NAMESPACE LEASE IDENTITY LEASE-DURATION RENEW-DEADLINE RETRY-PERIOD
//
// Ends, and releases the Lease, when its standard input ends.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
)

func main() {
	if len(os.Args) != 10 {
		fail("usage: elector SERVER CA-FILE TOKEN NAMESPACE LEASE IDENTITY LEASE-DURATION RENEW-DEADLINE RETRY-PERIOD")
	}
	server, trusted, token, namespace, lease, identity := os.Args[1], os.Args[2], os.Args[3], os.Args[4], os.Args[5], os.Args[6]
	client, err := kubernetes.NewForConfig(&rest.Config{
		Host:            server,
		BearerToken:     token,
		TLSClientConfig: rest.TLSClientConfig{CAFile: trusted},
	})
	if err != nil {
		fail(err.Error())
	}
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		cancel()
	}()
	leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
		Lock: &resourcelock.LeaseLock{
			LeaseMeta:  metav1.ObjectMeta{Namespace: namespace, Name: lease},
			Client:     client.CoordinationV1(),
			LockConfig: resourcelock.ResourceLockConfig{Identity: identity},
		},
		ReleaseOnCancel: true,
		LeaseDuration:   duration(os.Args[7]),
		RenewDeadline:   duration(os.Args[8]),
		RetryPeriod:     duration(os.Args[9]),
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(leading context.Context) {
				fmt.Println("LEADING")
				<-leading.Done()
				fmt.Println("STOPPED")
			},
			OnStoppedLeading: func() {},
			OnNewLeader:      func(leader string) { fmt.Println("LEADER", leader) },
		},
	})
}

func duration(text string) time.Duration {
	parsed, err := time.ParseDuration(text)
	if err != nil {
		fail(err.Error())
	}
	return parsed
}

func fail(problem string) {
	fmt.Fprintln(os.Stderr, problem)
	os.Exit(2)
}

// Shows the changes of many documents that go on, and the last one that has ended, since the user left.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isRunning, jobsQuery } from '../api/bulk.ts';

export const useJobNotices = (): void => {
  // Those that this page starts have their notices.
  const { data: jobs } = useQuery({ ...jobsQuery, staleTime: Infinity });
  useEffect(() => {
    if (jobs === undefined || jobs.length === 0) return;
    void import('../lists/showJob.tsx').then(({ showJob }) => {
      // The server keeps all of seven days, the latest first: their notices would cover the screen.
      const last = jobs.find((job) => !isRunning(job));
      for (const job of jobs) if (job === last || isRunning(job)) showJob(job);
    });
  }, [jobs]);
};

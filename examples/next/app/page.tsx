// The latest articles.
import { Cards } from '../components/Cards.tsx';
import { readArticles, readSite } from '../lectern/content.ts';

const Home = async () => {
  const [site, articles] = await Promise.all([readSite(), readArticles()]);
  return (
    <>
      <h1 className="motto">{site.tagline}</h1>
      <Cards articles={articles} />
    </>
  );
};

export default Home;
